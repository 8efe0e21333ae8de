/// @file Sharing times: what candidates take longer as ranks share links, and how many these are.
#pragma once

#include "select/findings.hpp"

namespace allfold::select {

/// What was found for the candidates that were asked for last. May be used by several threads.
class SharingTimes {
 public:
  /// algorithms::seconds_a_byte_of_sharing.
  [[nodiscard]] double seconds_a_byte(const algorithms::Kernel& kernel,
                                      const algorithms::Task& task, const cost::CostModel& model);

  /// algorithms::links_of_mean_message.
  [[nodiscard]] double links_of_message(const algorithms::Kernel& kernel,
                                        const algorithms::Task& task, const cost::CostModel& model);

 private:
  Findings<double> found_;
  Findings<double> links_;
};

}  // namespace allfold::select
