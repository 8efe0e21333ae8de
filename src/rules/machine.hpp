/// @file The machine that rules are for.
#pragma once

#include <string>

namespace allfold::rules {

/// The properties of a machine on which measurements depend. A rules file that leaves one out, which
/// is "" or 0 then, is for machines with any value of it.
struct MachineFingerprint {
  std::string processor = {};  ///< "AMD EPYC 7763 64-Core Processor"
  int processors = 0;          ///< of one node
  std::string network = {};    ///< how messages go between nodes: "tcp", "high-speed"
  std::string mpi = {};        ///< "Open MPI 4.1.4"

  friend bool operator==(const MachineFingerprint&, const MachineFingerprint&) = default;
};

/// The first part that `there` names and that is another one here, as "its processor is 'A', here
/// 'B'"; "" if there is none.
[[nodiscard]] std::string difference(const MachineFingerprint& there,
                                     const MachineFingerprint& here);

/// How many parts the machine names.
[[nodiscard]] int parts_named(const MachineFingerprint& machine);

/// The parts that the machine names, as "processor, network, and MPI library"; "" if there is none.
[[nodiscard]] std::string names_of_parts(const MachineFingerprint& machine);

/// The file for the rules of that machine: `name`, or if that is a folder, a file in it, for example
/// "rules.d/amd-epyc-7763-64-core-processor-64-tcp-open-mpi-4.1.4.json". A folder that does not
/// exist is created. If that fails, the file cannot be written, for the same reason.
[[nodiscard]] std::string file_for(const std::string& name, const MachineFingerprint& machine);

}  // namespace allfold::rules
