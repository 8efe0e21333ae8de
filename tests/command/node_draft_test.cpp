// The node files that `allfold doctor --node-model` drafts, from generated system files.
#include "command/doctor/node_draft.hpp"

#include <gtest/gtest.h>

#include <string>

#include "command/usage_error.hpp"
#include "support/node_files.hpp"

namespace allfold::command::doctor {
namespace {

class NodeDrafts : public NodeFiles {
 protected:
  [[nodiscard]] NodeDraft draft(const std::string& like = "",
                                const std::optional<MeasuredLimits>& limits = {}) const {
    const Part node = node_tree(folder());
    NodeDraft draft = draft_of(node, family_of(node, like, folder()), limits, "mine", folder());
    // What is written can be read again.
    const NodeFile read = parse_node(text_of(draft.file), "mine.json");
    EXPECT_EQ(read.sources, draft.file.sources);
    EXPECT_EQ(read.designs, draft.file.designs);
    EXPECT_EQ(read.node.name, "mine");
    for (const node_model::Parameter& each : node_model::parameters())
      EXPECT_EQ(each.get(read.node), each.get(draft.file.node)) << each.name;
    EXPECT_EQ(draft.read + draft.measured + draft.assumed, node_model::parameters().size());
    return draft;
  }
  static std::string source_of(const NodeDraft& draft, const char* parameter) {
    return draft.file.sources[index_of_parameter(parameter).value()];
  }
  void write_milan() const {
    write_all({.all = 128, .of_socket = 64, .of_numa_node = 16, .of_cache = 8, .threads = 2});
    write_cpu_info(
        "vendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 1\n"
        "model name\t: AMD EPYC 7763 64-Core Processor\n");
  }
  template <class Call>
  static std::string message_of(Call call) {
    try {
      call();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }
};

constexpr const char* read_from_system = "read from /sys/devices/system/cpu";

TEST_F(NodeDrafts, HaveTheValuesThatTheSystemTells) {
  write_milan();
  const NodeDraft milan = draft();
  const node_model::Node& node = milan.file.node;
  EXPECT_EQ(node.cores.all, 128);
  EXPECT_EQ(node.cores.of_socket, 64);
  EXPECT_EQ(node.cores.of_numa_node, 16);
  EXPECT_EQ(node.cores.of_l3, 8);
  EXPECT_EQ(node.cores.of_die, 8);
  EXPECT_EQ(node.cores.threads, 2);
  EXPECT_EQ(node.capacity.l3_announced, 32 << 20);
  EXPECT_EQ(node.capacity.l3, 35e6);
  EXPECT_EQ(node.capacity.l2, 419430);
  EXPECT_EQ(node.latency.same_l3, 24);
  EXPECT_EQ(milan.read, 8U);
  EXPECT_EQ(milan.measured, 0U);
  EXPECT_EQ(source_of(milan, "cores.of_l3"), read_from_system);
  EXPECT_EQ(source_of(milan, "capacity.l3_announced"),
            "read from /sys/devices/system/cpu: 32 MiB of L3");
  EXPECT_EQ(source_of(milan, "capacity.l2"),
            "read: 512 KiB of L2; the share for vectors is assumed: 0.8");
  EXPECT_EQ(source_of(milan, "cores.of_die"),
            "the system does not tell; assumed, as milan: the cores of 1 L3");
  EXPECT_EQ(source_of(milan, "latency.same_l3"),
            "assumed, as milan: EPYC 7R13, measured between cores: 23 ns");
  EXPECT_EQ(milan.file.designs, (std::vector<std::string>{"tree:8.64", "slices:8.64"}));
  EXPECT_EQ(milan.file.node.description.find("AMD EPYC 7763 64-Core Processor: 2 sockets, each"),
            0U);
}

TEST_F(NodeDrafts, OfRome) {
  write_all(
      {.all = 128, .of_socket = 64, .of_numa_node = 64, .of_cache = 4, .threads = 2, .kib = 16384});
  write_cpu_info("vendor_id\t: AuthenticAMD\ncpu family\t: 23\nmodel\t\t: 49\n");
  EXPECT_EQ(draft().file.node.cores.of_die, 8) << "two L3 share a die";
}

TEST_F(NodeDrafts, OfXeonsWithTwoNumaNodesPerSocket) {
  write_all({.all = 96,
             .of_socket = 48,
             .of_numa_node = 24,
             .of_cache = 48,
             .threads = 2,
             .kib = 102539,
             .kib_of_l2 = 2048});
  write_cpu_info("vendor_id\t: GenuineIntel\n");
  const NodeDraft xeon = draft();
  EXPECT_EQ(xeon.file.node.cores.of_l3, 48);
  EXPECT_EQ(xeon.file.node.cores.of_numa_node, 24);
  EXPECT_EQ(xeon.file.node.cores.of_die, 0);
  EXPECT_EQ(xeon.file.designs, (std::vector<std::string>{"tree:12.48", "slices:12.48"}));
}

TEST_F(NodeDrafts, OfFourGraces) {
  write_all({.all = 288,
             .of_socket = 72,
             .of_numa_node = 72,
             .of_cache = 72,
             .kib = 114 << 10,
             .kib_of_l2 = 1024});
  write_cpu_info("CPU implementer\t: 0x41\nCPU part\t: 0xd4f\n");
  const NodeDraft four = draft();
  EXPECT_EQ(four.file.node.sockets(), 4);
  EXPECT_EQ(four.file.node.latency.other_socket, 300);
  EXPECT_EQ(four.file.designs, (std::vector<std::string>{"tree:12.72", "slices:12.72"}));
}

TEST_F(NodeDrafts, OfOtherProcessorsAreLikeANodeOfTheSameShape) {
  write_all(
      {.all = 48, .of_socket = 48, .of_numa_node = 12, .of_cache = 12, .level = 2, .kib = 8192});
  write_cpu_info("CPU implementer\t: 0x46\nCPU part\t: 0x001\n");
  const Part node = node_tree(folder());
  const NodeFamily family = family_of(node, "", folder());
  EXPECT_EQ(family.reason, NodeFamily::Reason::same_shape);
  EXPECT_EQ(family.node.node.name, "milan") << "several caches in a socket";
  EXPECT_EQ(draft("grace").file.node.cores.of_l3, 12);
  EXPECT_EQ(draft("grace").file.node.latency.memory, 120);
  EXPECT_EQ(source_of(draft(), "capacity.l3_announced"),
            "read from /sys/devices/system/cpu: 8 MiB of L2");
  EXPECT_EQ(message_of([&] { static_cast<void>(draft("gracie")); }),
            "--like: unknown node 'gracie' (did you mean 'grace'?): expected one of genoa, grace, "
            "milan, rome, xeon");
}

TEST_F(NodeDrafts, OfCoresOfTwoKindsCountThem) {
  write_two_kinds(8, 16);
  const NodeDraft laptop = draft();
  EXPECT_EQ(laptop.file.node.cores.all, 24);
  EXPECT_EQ(laptop.file.node.cores.of_l3, 24);
  EXPECT_EQ(source_of(laptop, "cores.threads"),
            "read from /sys/devices/system/cpu: 1 to 2; the model has equal parts");
}

TEST_F(NodeDrafts, OfFewProcessors) {
  write_all({.all = 2, .of_socket = 2, .of_numa_node = 2, .of_cache = 2});
  const NodeDraft small = draft("milan");
  EXPECT_EQ(small.file.node.cores.all, 2);
  EXPECT_EQ(small.file.node.cores.of_die, 2);
  EXPECT_TRUE(small.file.designs.empty());
}

// A virtual machine of one processor, with next to no files.
TEST_F(NodeDrafts, OfASystemThatSaysLittle) {
  write("sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0\n");
  write("sys/devices/system/cpu/online", "0\n");
  const NodeDraft little = draft();
  EXPECT_EQ(little.file.node.cores.all, 1);
  EXPECT_EQ(source_of(little, "cores.of_l3"),
            "not known to the system: assumed one of each NUMA node");
  EXPECT_EQ(source_of(little, "capacity.l3_announced").find("assumed, as "), 0U);
}

TEST_F(NodeDrafts, OfASystemThatSaysNothingAreRefused) {
  EXPECT_EQ(message_of([&] { static_cast<void>(draft("milan")); }),
            "--node-model: the system does not describe its processors (/sys/devices/system/cpu); "
            "run it outside of the container");
}

TEST_F(NodeDrafts, HaveEqualParts) {
  write_all({.all = 16, .of_socket = 16, .of_numa_node = 16, .of_cache = 4});
  write("sys/devices/system/cpu/online", "0-14\n");
  const NodeDraft unequal = draft();
  EXPECT_EQ(unequal.file.node.cores.all, 16);
  EXPECT_EQ(source_of(unequal, "cores.all"),
            "read from /sys/devices/system/cpu: 15; the model has equal parts");
  EXPECT_EQ(source_of(unequal, "cores.of_l3"),
            "read from /sys/devices/system/cpu: 3 to 4; the model has equal parts");
}

TEST_F(NodeDrafts, HaveNoMoreCachesThanTheModel) {
  write_all({.all = 96, .of_socket = 96, .of_numa_node = 48, .of_cache = 1});
  const NodeDraft many = draft();
  EXPECT_EQ(many.file.node.cores.of_l3, 48);
  EXPECT_EQ(source_of(many, "cores.of_l3"),
            "read from /sys/devices/system/cpu: 1; the model has equal parts, but the model has at "
            "most 64 caches: one of each NUMA node instead");
}

MeasuredLimits limits_of_milan() {
  return {.file = "limits.json",
          .processor = "AMD EPYC 7763 64-Core Processor",
          .flag_latency = 32e-9,
          .rows = {
              {.ranks = 128, .bytes = 8, .copies = 1e-9, .remote_write = 1e-9, .remote_read = 1e-9},
              {.ranks = 128,
               .bytes = 131072,
               .copies = 4e-6,
               .remote_write = 16e-6,
               .remote_read = 8e-6},
              {.ranks = 128, .bytes = 1 << 20, .copies = 1, .remote_write = 1, .remote_read = 1}}};
}

TEST_F(NodeDrafts, HaveWhatWasMeasured) {
  write_milan();
  const NodeDraft milan = draft("", limits_of_milan());
  EXPECT_EQ(milan.measured, 4U);
  EXPECT_EQ(milan.file.node.latency.same_l3, 32);
  EXPECT_EQ(milan.file.node.latency.same_socket, 107) << "another L3";
  EXPECT_EQ(milan.file.node.bandwidth.copy, 32.77);
  EXPECT_EQ(milan.file.node.in_flight.lines_in_l3, 8.192);
  EXPECT_EQ(milan.file.node.in_flight.lines_written, 4.096);
  EXPECT_EQ(source_of(milan, "latency.same_l3"),
            "measured: limits.json: a flag from rank 0 to rank 1, which are assumed to run on "
            "cores of one L3");
  EXPECT_EQ(source_of(milan, "in_flight.lines_in_l3"),
            "measured: limits.json: 128 ranks, 128 KiB: 16.38 GB/s of lines that another rank has "
            "written, times latency.same_l3 / 64 B");
}

TEST_F(NodeDrafts, AreNotOfMeasurementsThatDoNotFit) {
  write_milan();
  MeasuredLimits limits = limits_of_milan();
  limits.processor = "another";
  EXPECT_EQ(message_of([&] { static_cast<void>(draft("", limits)); }),
            "--limits: limits.json: measured on 'another': expected 'AMD EPYC 7763 64-Core "
            "Processor', the processor of this node; measure on this node");
  limits = limits_of_milan();
  limits.rows.front().ranks = 129;
  EXPECT_EQ(message_of([&] { static_cast<void>(draft("", limits)); }),
            "--limits: limits.json: measured on 129 ranks: expected at most one on each of the 128 "
            "cores; measure with fewer ranks");
  limits = limits_of_milan();
  limits.rows.erase(limits.rows.begin() + 1);
  EXPECT_EQ(draft("", limits).measured, 1U) << "only the flag: no length fits the private cache";
}

TEST(MeasuredLimitsFile, IsReadOrRefused) {
  const std::string good =
      R"({"machine": {"processor": "p"}, "flag_latency": 3e-8, "limits": [{"ranks": 2, "bytes": 8,
          "copies": 1e-7, "remote_write": 2e-7, "remote_read": 3e-7}]})";
  const MeasuredLimits limits = parse_limits(good, "f");
  EXPECT_EQ(limits.processor, "p");
  EXPECT_EQ(limits.flag_latency, 3e-8);
  ASSERT_EQ(limits.rows.size(), 1U);
  EXPECT_EQ(limits.rows.front().remote_read, 3e-7);
  const auto message = [](const std::string& text) -> std::string {
    try {
      static_cast<void>(parse_limits(text, "f"));
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  const std::string expected =
      ": expected the output of 'mpirun -n RANKS allfold bench --limits --json FILE'";
  EXPECT_EQ(message("{"), "--limits: f: not JSON (byte 2)" + expected);
  EXPECT_EQ(message("[]"), "--limits: f: not a result of 'allfold bench'" + expected);
  EXPECT_EQ(message(R"({"machine": {"processor": 1}})"),
            "--limits: f: not a result of 'allfold bench'" + expected);
  EXPECT_EQ(message(R"({"machine": {"processor": "p"}, "limits": []})"),
            "--limits: f: no limits were measured" + expected);
  std::string of_one_rank = good;
  of_one_rank.replace(of_one_rank.find("3e-8"), 4, "0");
  EXPECT_EQ(message(of_one_rank), "--limits: f: measured on one rank" + expected);
}

}  // namespace
}  // namespace allfold::command::doctor
