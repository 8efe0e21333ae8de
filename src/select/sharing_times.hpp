/// @file Sharing times: the extra time of candidates because ranks share links, and the number of
/// links on the routes of their messages.
#pragma once

#include "select/findings.hpp"

namespace allfold::select {

/// A cache of these values. Several threads may use it at the same time.
class SharingTimes {
 public:
  /// algorithms::seconds_a_byte_of_sharing(); 0 if the model has no shared links.
  [[nodiscard]] double seconds_a_byte(const algorithms::Kernel& kernel,
                                      const algorithms::Task& task, const cost::CostModel& model);

  /// algorithms::links_of_mean_message().
  [[nodiscard]] double links_of_message(const algorithms::Kernel& kernel,
                                        const algorithms::Task& task, const cost::CostModel& model);

 private:
  Findings<double> found_;
  Findings<double> links_;
};

}  // namespace allfold::select
