#include "tuning/shares.hpp"

#include <bit>
#include <cmath>
#include <numeric>

namespace allfold::tuning {

namespace {

constexpr double least_need = 0.1;
constexpr double calls = 16;              // two or three of each of seven candidates
constexpr double seconds_for_noise = 12;  // if a call takes one second

}  // namespace

double rough_seconds(const cost::CostModel& model, int ranks, double bytes) {
  const double rounds = 2 * std::bit_width(static_cast<unsigned>(ranks - 1));
  return rounds * model.link.alpha + bytes * (2 * model.link.beta + model.gamma);
}

double need_of(double rough_seconds) {
  return least_need + calls * rough_seconds + seconds_for_noise * std::sqrt(rough_seconds);
}

double share_of_first(std::span<const double> needs, double seconds_left) {
  return seconds_left * needs.front() / std::accumulate(needs.begin(), needs.end(), 0.0);
}

}  // namespace allfold::tuning
