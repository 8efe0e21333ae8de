/// Which file's rules apply, and the messages about it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "rules/source.hpp"

namespace allfold::rules {
namespace {

using ::testing::HasSubstr;

const MachineFingerprint this_machine{
    .processor = "P", .processors = 2, .network = "tcp", .mpi = "Open MPI 4.1.4"};
MachineFingerprint here() { return this_machine; }

/// Runs in a folder of its own.
class RulesSource : public ::testing::Test {
 protected:
  RulesSource() { std::filesystem::create_directories(folder_); }
  ~RulesSource() override { std::filesystem::remove_all(folder_); }
  RulesSource(const RulesSource&) = delete;
  RulesSource& operator=(const RulesSource&) = delete;

  [[nodiscard]] std::string file(const std::string& name) const { return folder_ + '/' + name; }
  [[nodiscard]] std::string written(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }
  [[nodiscard]] std::string of_machine(const std::string& name,
                                       const std::string& processor) const {
    return written(name, R"({"format": "allfold rules 1", "machine": {"processor": ")" + processor +
                             R"(", "processors": 2, "network": "tcp", "mpi": "Open MPI 4.1.4"},
  "rules": [{"collective": "reduce", "choose": [{"kernel": "ring"}]}]})");
  }

  std::string folder_ = ::testing::TempDir() + "allfold_rules_" +
                        ::testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(RulesSource, is_the_file_that_is_named) {
  const std::string name = of_machine("named.json", "P");
  const FoundRules found = find_rules({.setting = name, .by_default = {}}, here);
  EXPECT_EQ(found.file, name);
  EXPECT_EQ(found.rules.source, name);
  EXPECT_EQ(found.rules.rules.size(), 1U);
  EXPECT_THAT(found.text, HasSubstr("allfold rules 1"));
  EXPECT_TRUE(found.errors.empty());
  EXPECT_TRUE(found.notes.empty());
}

TEST_F(RulesSource, is_the_first_of_the_others_that_is_there) {
  const std::string second = of_machine("second.json", "P");
  const std::string third = of_machine("third.json", "P");
  const RulesPlaces places{.setting = "auto", .by_default = {file("none.json"), second, third}};
  EXPECT_EQ(find_rules(places, here).file, second);
  EXPECT_EQ(find_rules({.setting = "none", .by_default = places.by_default}, here).file, "");
  EXPECT_EQ(find_rules({.setting = "auto", .by_default = {file("none.json")}}, here).file, "");
}

TEST_F(RulesSource, has_to_be_well_where_it_is_named) {
  const auto error_of = [](const std::string& name) {
    const FoundRules found = find_rules({.setting = name, .by_default = {}}, here);
    EXPECT_EQ(found.errors.size(), 1U);
    EXPECT_THAT(found.errors.at(0), ::testing::MatchesRegex(".+: .+; .+"));
    return found.errors.at(0);
  };
  EXPECT_THAT(error_of(file("none.json")), HasSubstr("cannot be read: No such file or directory"));
  EXPECT_THAT(error_of(file("none.json")), HasSubstr("ALLFOLD_RULES=" + file("none.json")));
  EXPECT_THAT(error_of(folder_), HasSubstr("cannot be read: it is a folder"));
  EXPECT_THAT(error_of("/dev/zero"), HasSubstr("cannot be read: not a regular file"));
  EXPECT_THAT(error_of(written("large.json", std::string((16 << 20) + 1, ' '))),
              HasSubstr(": larger than 16 MiB;"));
  EXPECT_THAT(error_of(written("faulty.json", "{}")),
              HasSubstr("faulty.json:1: format is missing"));
}

TEST_F(RulesSource, is_said_not_to_be_used_where_it_is_not_named) {
  const std::string faulty = written("faulty.json", "{\"format\": 1,\n\"rule\": []}");
  const FoundRules found = find_rules({.setting = "auto", .by_default = {faulty}}, here);
  EXPECT_EQ(found.file, "");
  EXPECT_TRUE(found.errors.empty());
  ASSERT_EQ(found.notes.size(), 3U);
  EXPECT_THAT(found.notes[0], HasSubstr("faulty.json:1: format"));
  EXPECT_THAT(found.notes[1], HasSubstr("faulty.json:2: rule"));
  EXPECT_THAT(found.notes[2], HasSubstr(": not used: see above; correct it"));
  const FoundRules folder = find_rules({.setting = "auto", .by_default = {folder_}}, here);
  ASSERT_EQ(folder.notes.size(), 1U);
  EXPECT_THAT(folder.notes[0], HasSubstr(": not used: it is a folder;"));
  const FoundRules device = find_rules({.setting = "auto", .by_default = {"/dev/zero"}}, here);
  ASSERT_EQ(device.notes.size(), 1U);
  EXPECT_THAT(device.notes[0], HasSubstr(": not used: not a regular file;"));
  EXPECT_TRUE(device.errors.empty());
}

TEST_F(RulesSource, of_another_machine_is_used_only_where_it_is_named) {
  const std::string foreign = of_machine("foreign.json", "Q");
  const FoundRules by_default = find_rules({.setting = "auto", .by_default = {foreign}}, here);
  EXPECT_EQ(by_default.file, "");
  ASSERT_EQ(by_default.notes.size(), 1U);
  EXPECT_THAT(by_default.notes[0],
              HasSubstr("foreign.json: not used: its processor is 'Q', here 'P';"));
  EXPECT_TRUE(by_default.rules.rules.empty());
  const FoundRules named = find_rules({.setting = foreign, .by_default = {}}, here);
  EXPECT_EQ(named.rules.rules.size(), 1U);
  ASSERT_EQ(named.notes.size(), 1U);
  EXPECT_THAT(named.notes[0],
              HasSubstr(": measured on another machine: its processor is 'Q', here 'P'"));
  EXPECT_TRUE(find_rules({.setting = foreign, .by_default = {}}, {}).notes.empty());
}

TEST_F(RulesSource, tells_which_part_of_the_machine_differs) {
  const std::string name = of_machine("rules.json", "P");
  const auto note_on = [&](const MachineFingerprint& machine) {
    const auto notes =
        find_rules({.setting = "auto", .by_default = {name}}, [&] { return machine; }).notes;
    return notes.empty() ? "" : notes[0];
  };
  EXPECT_EQ(note_on(this_machine), "");
  MachineFingerprint other = this_machine;
  other.processors = 4;
  EXPECT_THAT(note_on(other), HasSubstr("its number of processors is '2', here '4'"));
  other = this_machine;
  other.network = "high-speed";
  EXPECT_THAT(note_on(other), HasSubstr("its network is 'tcp', here 'high-speed'"));
  other = this_machine;
  other.mpi = "Open MPI 5.0.1";
  EXPECT_THAT(note_on(other), HasSubstr("its MPI library is 'Open MPI 4.1.4', here"));
}

TEST(RulesFiles, by_default_are_the_users_and_the_installed_one) {
  setenv("XDG_CONFIG_HOME", "/x", 1);
  setenv("HOME", "/h", 1);
  using Files = std::vector<std::string>;
  EXPECT_EQ(default_rules_files("/i"), (Files{"/x/allfold/rules.json", "/i"}));
  setenv("XDG_CONFIG_HOME", "", 1);
  EXPECT_EQ(default_rules_files("/i"), (Files{"/h/.config/allfold/rules.json", "/i"}));
  unsetenv("XDG_CONFIG_HOME");
  unsetenv("HOME");
  EXPECT_EQ(default_rules_files("/i"), Files{"/i"});
  EXPECT_EQ(default_rules_files(""), Files{});
}

}  // namespace
}  // namespace allfold::rules
