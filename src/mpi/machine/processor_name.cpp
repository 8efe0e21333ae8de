#include "mpi/machine/processor_name.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "mpi/machine/cpu_info.hpp"
#include "text/format.hpp"

namespace allfold::mpi::machine {

namespace {

struct Implementer {
  int number;
  std::string_view name;
};
constexpr std::array implementers{
    Implementer{0x41, "ARM"},       Implementer{0x42, "Broadcom"},  Implementer{0x43, "Cavium"},
    Implementer{0x46, "FUJITSU"},   Implementer{0x48, "HiSilicon"}, Implementer{0x4e, "NVIDIA"},
    Implementer{0x50, "APM"},       Implementer{0x51, "Qualcomm"},  Implementer{0x61, "Apple"},
    Implementer{0x6d, "Microsoft"}, Implementer{0x70, "Phytium"},   Implementer{0xc0, "Ampere"}};

struct Core {
  int implementer;
  int part;
  std::string_view name;
};
/// 64-bit cores of servers, workstations and boards, from the tables of lscpu (util-linux) and of
/// Linux (arch/arm64/include/asm/cputype.h).
constexpr std::array cores{Core{0x41, 0xd03, "Cortex-A53"},
                           Core{0x41, 0xd05, "Cortex-A55"},
                           Core{0x41, 0xd07, "Cortex-A57"},
                           Core{0x41, 0xd08, "Cortex-A72"},
                           Core{0x41, 0xd09, "Cortex-A73"},
                           Core{0x41, 0xd0a, "Cortex-A75"},
                           Core{0x41, 0xd0b, "Cortex-A76"},
                           Core{0x41, 0xd0c, "Neoverse-N1"},
                           Core{0x41, 0xd0d, "Cortex-A77"},
                           Core{0x41, 0xd40, "Neoverse-V1"},
                           Core{0x41, 0xd41, "Cortex-A78"},
                           Core{0x41, 0xd42, "Cortex-A78AE"},
                           Core{0x41, 0xd44, "Cortex-X1"},
                           Core{0x41, 0xd46, "Cortex-A510"},
                           Core{0x41, 0xd47, "Cortex-A710"},
                           Core{0x41, 0xd48, "Cortex-X2"},
                           Core{0x41, 0xd49, "Neoverse-N2"},
                           Core{0x41, 0xd4a, "Neoverse-E1"},
                           Core{0x41, 0xd4d, "Cortex-A715"},
                           Core{0x41, 0xd4e, "Cortex-X3"},
                           Core{0x41, 0xd4f, "Neoverse-V2"},
                           Core{0x41, 0xd80, "Cortex-A520"},
                           Core{0x41, 0xd81, "Cortex-A720"},
                           Core{0x41, 0xd82, "Cortex-X4"},
                           Core{0x41, 0xd83, "Neoverse-V3AE"},
                           Core{0x41, 0xd84, "Neoverse-V3"},
                           Core{0x41, 0xd85, "Cortex-X925"},
                           Core{0x41, 0xd87, "Cortex-A725"},
                           Core{0x41, 0xd8e, "Neoverse-N3"},
                           Core{0x42, 0x516, "ThunderX2"},
                           Core{0x43, 0x0a1, "ThunderX-88XX"},
                           Core{0x43, 0x0af, "ThunderX2-99xx"},
                           Core{0x43, 0x0b8, "ThunderX3-T110"},
                           Core{0x46, 0x001, "A64FX"},
                           Core{0x46, 0x003, "MONAKA"},
                           Core{0x48, 0xd01, "TaiShan-v110"},
                           Core{0x48, 0xd02, "TaiShan-v120"},
                           Core{0x4e, 0x004, "Carmel"},
                           Core{0x4e, 0x010, "Olympus"},
                           Core{0x50, 0x000, "X-Gene"},
                           Core{0x51, 0x001, "Oryon"},
                           Core{0x51, 0xc00, "Falkor"},
                           Core{0x61, 0x022, "Icestorm-M1"},
                           Core{0x61, 0x023, "Firestorm-M1"},
                           Core{0x61, 0x032, "Blizzard-M2"},
                           Core{0x61, 0x033, "Avalanche-M2"},
                           Core{0x6d, 0xd49, "Azure-Cobalt-100"},
                           Core{0x70, 0x662, "FTC662"},
                           Core{0x70, 0x663, "FTC663"},
                           Core{0xc0, 0xac3, "Ampere-1"},
                           Core{0xc0, 0xac4, "Ampere-1a"}};

/// The value of "0x41"; -1 if it is not of this form.
int number_of(std::string_view text) {
  constexpr std::string_view prefix = "0x";
  if (!text.starts_with(prefix)) return -1;
  text.remove_prefix(prefix.size());
  constexpr int base = 16;
  int number = -1;
  std::from_chars(text.data(), text.data() + text.size(), number, base);
  return number;
}

/// By the fields of the register MIDR, without the revision: machines of one kind may have several.
std::string name_by_numbers(const std::string& root) {
  const std::string implementer = cpu_info("CPU implementer", root);
  if (implementer.empty()) return "";
  const std::string part = cpu_info("CPU part", root);
  const int number = number_of(implementer);
  const auto* const designer = std::ranges::find(implementers, number, &Implementer::number);
  const auto* const core = std::ranges::find_if(cores, [&](const Core& each) {
    return each.implementer == number && each.part == number_of(part);
  });
  return text::format(
      "{} {} r{}",
      designer != implementers.end() ? std::string(designer->name) : "implementer " + implementer,
      core != cores.end() ? std::string(core->name) : "part " + part,
      number_of(cpu_info("CPU variant", root)));
}

}  // namespace

std::string processor_name(const std::string& root) {
  std::string name = cpu_info("model name", root);
  return !name.empty() ? name : name_by_numbers(root);
}

}  // namespace allfold::mpi::machine
