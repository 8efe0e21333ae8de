/// Which file's rules apply, and the messages about it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "rules/source.hpp"

namespace allfold::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

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
  std::string written(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }
  /// `parts` of the machine, as in the file.
  std::string of_parts(const std::string& name, const std::string& parts) const {
    return written(name, R"({"format": "allfold rules 1", "machine": {)" + parts + R"(},
  "rules": [{"collective": "reduce", "choose": [{"kernel": "ring"}]}]})");
  }
  std::string of_machine(const std::string& name, const std::string& processor) const {
    return of_parts(name, R"("processor": ")" + processor +
                              R"(", "processors": 2, "network": "tcp", "mpi": "Open MPI 4.1.4")");
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
  const FoundRules device = find_rules({.setting = "auto", .by_default = {"/dev/zero"}}, here);
  ASSERT_EQ(device.notes.size(), 1U);
  EXPECT_THAT(device.notes[0], HasSubstr(": not used: not a regular file;"));
  EXPECT_TRUE(device.errors.empty());
}

TEST_F(RulesSource, of_another_machine_is_used_only_where_it_is_named) {
  const std::string foreign = of_machine("foreign.json", "Q");
  const FoundRules by_default = find_rules({.setting = "auto", .by_default = {foreign}}, here);
  EXPECT_EQ(by_default.file, "");
  EXPECT_THAT(by_default.notes, IsEmpty());
  EXPECT_THAT(by_default.remarks,
              ElementsAre(HasSubstr("foreign.json: not used: its processor is 'Q', here 'P';")));
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
  const auto remark_on = [&](const MachineFingerprint& machine) {
    const auto remarks =
        find_rules({.setting = "auto", .by_default = {name}}, [&] { return machine; }).remarks;
    return remarks.empty() ? "" : remarks[0];
  };
  EXPECT_EQ(remark_on(this_machine), "");
  MachineFingerprint other = this_machine;
  other.processors = 4;
  EXPECT_THAT(remark_on(other), HasSubstr("its number of processors is '2', here '4'"));
  other = this_machine;
  other.network = "high-speed";
  EXPECT_THAT(remark_on(other), HasSubstr("its network is 'tcp', here 'high-speed'"));
  other = this_machine;
  other.mpi = "Open MPI 5.0.1";
  EXPECT_THAT(remark_on(other), HasSubstr("its MPI library is 'Open MPI 4.1.4', here"));
}

TEST_F(RulesSource, in_a_folder_is_the_file_of_this_machine) {
  const std::string other = of_machine("a.json", "Q");
  const std::string own = of_machine("b.json", "P");
  for (const RulesPlaces& places : {RulesPlaces{.setting = folder_, .by_default = {}},
                                    RulesPlaces{.setting = "auto", .by_default = {folder_}}}) {
    const FoundRules found = find_rules(places, here);
    EXPECT_EQ(found.file, own);
    EXPECT_EQ(found.rules.source, own);
    EXPECT_EQ(found.rules.machine, this_machine);
    EXPECT_THAT(found.text, HasSubstr("\"P\""));
    EXPECT_THAT(found.errors, IsEmpty());
    EXPECT_THAT(found.notes, IsEmpty());
    EXPECT_THAT(found.remarks, ElementsAre(HasSubstr(other + ": not used: its processor is 'Q'")));
  }
}

TEST_F(RulesSource, in_a_folder_may_be_for_no_such_machine) {
  of_machine("a.json", "Q");
  of_parts("b.json", R"("network": "high-speed")");
  const FoundRules found = find_rules({.setting = folder_, .by_default = {}}, here);
  EXPECT_EQ(found.file, "");
  EXPECT_THAT(found.errors, IsEmpty());
  EXPECT_THAT(found.notes, IsEmpty());
  EXPECT_THAT(found.remarks,
              ElementsAre(HasSubstr("a.json: not used: its processor is 'Q', here 'P'; to use it "
                                    "anyway, name it in ALLFOLD_RULES"),
                          HasSubstr("b.json: not used: its network is 'high-speed', here 'tcp'")));
}

TEST_F(RulesSource, in_a_folder_is_the_one_that_names_most_of_the_machine) {
  const std::string all = written("a.json", R"({"format": "allfold rules 1"})");
  const std::string one = of_parts("b.json", R"("processor": "P")");
  const std::string two = of_parts("c.json", R"("processors": 2, "mpi": "Open MPI 4.1.4")");
  of_parts("d.json", R"("network": "tcp")");
  const FoundRules found = find_rules({.setting = folder_, .by_default = {}}, here);
  EXPECT_EQ(found.file, two);
  EXPECT_THAT(
      found.remarks,
      UnorderedElementsAre(
          all + ": not used: " + one + " is for this machine, too, and names more parts of it",
          one + ": not used: " + two + " is for this machine, too, and names more parts of it",
          HasSubstr("d.json: not used: " + two + " is for this machine, too, and names more")));
}

TEST_F(RulesSource, in_a_folder_is_the_first_by_name_of_those_that_fit_equally) {
  const std::string second = of_machine("b.json", "P");
  const std::string first = of_machine("a.json", "P");
  const FoundRules found = find_rules({.setting = "auto", .by_default = {folder_}}, here);
  EXPECT_EQ(found.file, first);
  EXPECT_THAT(found.remarks, ElementsAre(second + ": not used: " + first +
                                         " is for this machine, too, and comes first by name"));
}

TEST_F(RulesSource, in_a_folder_counts_although_others_are_faulty) {
  const std::string own = of_machine("own.json", "P");
  const std::string faulty = written("faulty.json", "{}");
  std::filesystem::create_directory(file("folder.json"));
  written(".hidden.json", "{}");
  written("own.json~", "{}");
  written("README", "no rules");
  for (const RulesPlaces& places : {RulesPlaces{.setting = folder_, .by_default = {}},
                                    RulesPlaces{.setting = "auto", .by_default = {folder_}}}) {
    const FoundRules found = find_rules(places, here);
    EXPECT_EQ(found.file, own);
    EXPECT_THAT(found.errors, IsEmpty());
    EXPECT_THAT(found.remarks, IsEmpty());
    EXPECT_THAT(found.notes, ElementsAre(HasSubstr("faulty.json:1: format is missing"),
                                         HasSubstr(faulty + ": not used: see above; correct it"),
                                         HasSubstr("folder.json: not used: it is a folder")));
  }
}

TEST_F(RulesSource, in_a_folder_that_is_empty_is_none) {
  const FoundRules named = find_rules({.setting = folder_, .by_default = {}}, here);
  EXPECT_EQ(named.file, "");
  EXPECT_THAT(named.errors, IsEmpty());
  EXPECT_THAT(named.notes, ElementsAre("ALLFOLD_RULES=" + folder_ +
                                       ": no rules files in this folder: expected names that end "
                                       "in .json; name another folder, or none"));
  EXPECT_THAT(find_rules({.setting = "auto", .by_default = {folder_}}, here).notes, IsEmpty());
}

TEST_F(RulesSource, in_a_folder_is_not_looked_for_among_too_many_files) {
  for (std::size_t i = 0; i <= most_files_in_folder; ++i)
    written(std::to_string(i) + ".json", R"({"format": "allfold rules 1"})");
  const FoundRules named = find_rules({.setting = folder_, .by_default = {}}, here);
  EXPECT_EQ(named.file, "");
  EXPECT_THAT(named.errors, ElementsAre(HasSubstr("cannot be read: more than 256 files; name")));
  const FoundRules by_default = find_rules({.setting = "auto", .by_default = {folder_}}, here);
  EXPECT_THAT(by_default.errors, IsEmpty());
  EXPECT_THAT(by_default.notes, ElementsAre(HasSubstr("cannot be read: more than 256 files; ")));
}

TEST_F(RulesSource, is_at_the_first_place_with_a_file_of_this_machine) {
  std::filesystem::create_directory(file("rules.d"));
  const std::string of_user = of_machine("user.json", "Q");
  const std::string of_site = written("rules.d/all.json", R"({"format": "allfold rules 1"})");
  const std::string last = of_machine("last.json", "P");
  const std::vector<std::string> paths = {of_user, file("rules.d"), last};
  EXPECT_EQ(find_rules({.setting = "auto", .by_default = paths}, here).file, of_site);
  written("rules.d/all.json", "{}");
  const FoundRules found = find_rules({.setting = "auto", .by_default = paths}, here);
  EXPECT_EQ(found.file, last);
  EXPECT_EQ(found.notes.size(), 2U);
  EXPECT_EQ(found.remarks.size(), 1U);
}

TEST_F(RulesSource, is_one_file_unless_a_folder_is_named) {
  EXPECT_FALSE(names_one_file("auto"));
  EXPECT_FALSE(names_one_file("none"));
  EXPECT_FALSE(names_one_file(folder_));
  EXPECT_TRUE(names_one_file(of_machine("rules.json", "P")));
  EXPECT_TRUE(names_one_file(file("nowhere.json")));
}

TEST(RulesPaths, by_default_are_those_of_the_user_and_of_the_installation) {
  setenv("XDG_CONFIG_HOME", "/x", 1);
  setenv("HOME", "/h", 1);
  using Paths = std::vector<std::string>;
  const Paths installed = {"/i/rules.json", "/i/rules.d"};
  const auto with_installed = [&](Paths paths) {
    paths.insert(paths.end(), installed.begin(), installed.end());
    return paths;
  };
  EXPECT_EQ(default_rules_paths("/i"),
            with_installed({"/x/allfold/rules.json", "/x/allfold/rules.d"}));
  setenv("XDG_CONFIG_HOME", "", 1);
  EXPECT_EQ(default_rules_paths("/i"),
            with_installed({"/h/.config/allfold/rules.json", "/h/.config/allfold/rules.d"}));
  unsetenv("XDG_CONFIG_HOME");
  unsetenv("HOME");
  EXPECT_EQ(default_rules_paths("/i"), installed);
  EXPECT_EQ(default_rules_paths(""), Paths{});
}

}  // namespace
}  // namespace allfold::rules
