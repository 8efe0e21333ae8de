#include "node_model/links.hpp"

namespace allfold::node_model {

Links::Links(const Node& node)
    : node_(node),
      l3_(links(node.groups(), node.bandwidth.l3)),
      out_of_die_(links(node.dies(), node.bandwidth.out_of_die)),
      into_die_(links(node.dies(), node.bandwidth.into_die)),
      fabric_(links(node.sockets(), node.bandwidth.fabric)),
      out_of_socket_(links(node.sockets(), node.bandwidth.sockets)),
      into_socket_(links(node.sockets(), node.bandwidth.sockets)),
      memory_(links(node.sockets(), node.bandwidth.memory)) {}

double Links::between_sockets(const Transfer& transfer, int from) {
  const int to = node_.socket_of(transfer.core);
  if (from == to) return 0;
  return std::max(pass(out_of_socket_, from, transfer), pass(into_socket_, to, transfer));
}

double Links::in_l3(const Transfer& transfer) {
  return pass(l3_, node_.group_of(transfer.core), transfer);
}

double Links::from_group(const Transfer& transfer, int group) {
  const int source = node_.first_core_of(group);
  const int from = node_.socket_of(source);
  double passed = between_sockets(transfer, from);
  if (node_.has_dies())
    passed = std::max({passed, pass(out_of_die_, node_.die_of(source), transfer),
                       pass(into_die_, node_.die_of(transfer.core), transfer),
                       pass(fabric_, from, transfer)});
  else if (from == node_.socket_of(transfer.core))
    passed = pass(l3_, group, transfer);
  const auto bytes = static_cast<std::int64_t>(transfer.bytes);
  if (from != node_.socket_of(transfer.core)) traffic.between_sockets += bytes;
  traffic.between_caches += bytes;
  return passed;
}

double Links::in_memory(const Transfer& transfer, int socket) {
  traffic.memory += static_cast<std::int64_t>(transfer.bytes);
  return pass(memory_, socket, transfer);
}

double Links::from_memory(const Transfer& transfer, int socket) {
  double passed = std::max(in_memory(transfer, socket), between_sockets(transfer, socket));
  if (node_.has_dies())
    passed = std::max(passed, pass(into_die_, node_.die_of(transfer.core), transfer));
  return passed;
}

double Links::to_memory(const Transfer& transfer, int socket) {
  double passed = in_memory(transfer, socket);
  if (node_.has_dies())
    passed = std::max(passed, pass(out_of_die_, node_.die_of(transfer.core), transfer));
  return passed;
}

}  // namespace allfold::node_model
