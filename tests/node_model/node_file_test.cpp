#include "known_nodes.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "command/usage_error.hpp"

namespace allfold::bench {
namespace {

std::string text_of_milan() {
  std::ifstream file(std::string(ALLFOLD_NODES) + "/milan.json");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The message about that file, with the first match of a pattern replaced.
std::string message_about(const std::string& pattern, const std::string& replacement) {
  const std::string text = text_of_milan();
  const std::string changed = std::regex_replace(text, std::regex(pattern), replacement,
                                                 std::regex_constants::format_first_only);
  EXPECT_NE(changed, text) << pattern;
  try {
    static_cast<void>(command::parse_node(changed, "n.json"));
  } catch (const command::NodeFileError& error) {
    return error.what();
  }
  return "";
}

TEST(NodeFile, AllNodesOfTheProjectAreValid) {
  const std::vector<std::string> names = names_of_nodes();
  EXPECT_GE(names.size(), 6U);
  for (const std::string& name : names) {
    const command::NodeFile file = read_node(name);
    EXPECT_EQ(file.node.name, name);
    for (const std::string& source : file.sources) EXPECT_NE(source, "");
    EXPECT_FALSE(file.designs.empty());
  }
}

TEST(NodeFile, ParametersAreRead) {
  const command::NodeFile file = read_node("milan");
  EXPECT_EQ(file.node.cores.all, 128);
  EXPECT_EQ(file.node.sockets(), 2);
  EXPECT_EQ(file.node.groups(), 16);
  EXPECT_EQ(file.node.latency.other_socket, 215);
  EXPECT_TRUE(file.node.capacity.keeps_far_lines);
  EXPECT_FALSE(read_node("grace").node.capacity.keeps_far_lines);
}

TEST(NodeFile, ThePageListsAllParameters) {
  std::ifstream file(ALLFOLD_SOURCE_DIR "/docs/internals/node-model.md");
  std::ostringstream page;
  page << file.rdbuf();
  for (const node_model::Parameter& each : node_model::parameters()) {
    const std::string row = std::string("\n| `") + each.name + "` | " + each.meaning + " |\n";
    EXPECT_NE(page.str().find(row), std::string::npos) << "expected" << row;
  }
}

TEST(NodeFile, MistakesAreNamedWithTheirLine) {
  EXPECT_EQ(message_about("\"latency.same_l3\"", "\"latency.same_l4\""),
            "n.json:12: \"latency.same_l4\": unknown parameter (did you mean 'latency.same_l3'?): "
            "expected one that docs/internals/node-model.md lists");
  EXPECT_EQ(message_about("\"latency.memory\": [^\n]*\n", ""),
            "n.json:5: \"latency.memory\" is missing: expected ns, of a line from memory");
  EXPECT_EQ(message_about("\"value\": 24,", "\"value\": \"24\","),
            "n.json:12: \"latency.same_l3\": expected {\"value\": NUMBER, \"source\": \"TEXT\"}, "
            "where the number is ns, of a line from a core of the same L3");
  EXPECT_EQ(message_about("\"value\": 24,", "\"value\": -1,"),
            "n.json:12: \"latency.same_l3\": invalid value -1: expected at least 0; it is ns, of a "
            "line from a core of the same L3");
  EXPECT_EQ(message_about("\"value\": 128,", "\"value\": 127.5,"),
            "n.json:6: \"cores.all\": invalid value 127.5: expected a whole number; it is cores of "
            "the node");
  EXPECT_EQ(message_about("(\"value\": 24), [^}]*\\}", "$1}"),
            "n.json:12: \"latency.same_l3\": \"source\" is missing: expected where the value comes "
            "from, for example \"estimate\"");
  EXPECT_EQ(message_about("\"name\": [^\n]*\n", ""),
            "n.json:1: \"name\" is missing: expected a text");
  EXPECT_EQ(message_about("\"milan\"", "3"),
            "n.json:2: \"name\": expected a text, got a whole number");
  EXPECT_NE(message_about("\\{", ""), "");
}

TEST(NodeFile, CoresThatDoNotDivideAreRefused) {
  EXPECT_EQ(message_about("(\"cores.of_l3\": \\{\"value\":) 8", "$1 6"),
            "n.json:5: cores.of_l3: 6 cores: expected a divisor of cores.of_socket, which is 64");
  EXPECT_EQ(message_about("(\"cores.of_l3\": \\{\"value\":) 8", "$1 16"),
            "n.json:5: cores.of_die: 8 cores: expected a multiple of cores.of_l3, which is 16");
  EXPECT_EQ(message_about("(\"cores.all\": \\{\"value\":) 128", "$1 2048"),
            "n.json:5: cores.all: 2048 cores: expected at most 1024");
  EXPECT_EQ(message_about("(\"cores.of_l3\": \\{\"value\":) 8", "$1 1"),
            "n.json:5: cores.of_l3: 128 groups of cores: expected at most 64");
}

TEST(NodeFile, UnknownNodesAndFilesAreRefused) {
  const auto message = [](const std::string& name) -> std::string {
    try {
      static_cast<void>(read_node(name));
    } catch (const command::NodeFileError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message("naples"),
            "--node: unknown node 'naples': expected genoa, grace, grace4, milan, rome, xeon, or a "
            "node file, for example ./node.json");
  EXPECT_NE(message("./no-such-file.json").find("no-such-file.json: "), std::string::npos);
}

TEST(NodeFile, ParametersCanBeSet) {
  node_model::Node node = read_node("milan").node;
  command::set_parameter(node, "latency.same_l3=30.5");
  EXPECT_EQ(node.latency.same_l3, 30.5);
  const auto refused = [&](const char* assignment) -> std::string {
    try {
      command::set_parameter(node, assignment);
    } catch (const command::UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refused("latency.same=3"),
            "--set: 'latency.same': unknown parameter (did you mean 'latency.same_l3'?): expected "
            "one that docs/internals/node-model.md lists");
  EXPECT_EQ(
      refused("latency.same_l3=x"),
      "--set: latency.same_l3: invalid value 'x': expected a number; it is ns, of a line from "
      "a core of the same L3");
  EXPECT_EQ(refused("cores.of_l3=5"),
            "--set: cores.of_l3: 5 cores: expected a divisor of cores.of_socket, which is 64");
}

}  // namespace
}  // namespace allfold::bench
