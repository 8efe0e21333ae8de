/// @file Sharing times: the extra time of candidates because ranks share links, and how long the
/// busiest rank's link is in use.
#pragma once

#include "select/findings.hpp"

namespace allfold::select {

/// A cache of these values. Several threads may use it at the same time.
class SharingTimes {
 public:
  /// algorithms::seconds_a_byte_of_sharing(); 0 if the model has no shared links.
  [[nodiscard]] double seconds_a_byte(const algorithms::Kernel& kernel,
                                      const algorithms::Task& task, const cost::CostModel& model);

  /// algorithms::vectors_on_busiest_link().
  [[nodiscard]] double vectors_on_busiest_link(const algorithms::Kernel& kernel,
                                               const algorithms::Task& task);

 private:
  Findings<double> found_;
  Findings<double> busiest_;
};

}  // namespace allfold::select
