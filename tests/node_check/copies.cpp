/// Long copies of the node level, with checks: in the place of src/system/copy.cpp and
/// src/node/stream.cpp.
#include "node/stream.hpp"
#include "node_check/processor.hpp"
#include "system/copy.hpp"

void allfold::system::copy_long(Lines /*lines*/, void* into, const void* from, std::size_t bytes) {
  node_check::copy_bytes(into, from, bytes);
}

void allfold::node::stream(void* into, const void* from, std::size_t bytes) {
  node_check::copy_bytes(into, from, bytes);
}
