/// @file The project's modelled nodes (bench/node/nodes), compiled into the command. A build
/// generates the source.
#pragma once

#include <string_view>

namespace allfold::command::doctor::known_nodes {

extern const std::string_view genoa;
extern const std::string_view grace;
extern const std::string_view milan;
extern const std::string_view rome;
extern const std::string_view xeon;

}  // namespace allfold::command::doctor::known_nodes
