#include "algorithms/bracketing.hpp"

namespace allfold::algorithms {

std::string_view name_of(Bracketing bracketing) {
  switch (bracketing) {
    case Bracketing::class_f: return "F";
    case Bracketing::aligned: return "aligned";
    case Bracketing::own: return "own";
    case Bracketing::by_block: return "by block";
  }
  return "";
}

}  // namespace allfold::algorithms
