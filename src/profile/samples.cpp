#include "profile/samples.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace allfold::profile {

namespace {

/// The finaliser of MurmurHash3 (Appleby): each input bit affects every output bit.
std::uint32_t mixed(std::uint32_t number) {
  number ^= number >> 16U;
  number *= 0x85ebca6bU;
  number ^= number >> 13U;
  number *= 0xc2b2ae35U;
  return number ^ (number >> 16U);
}

/// A sample kept at one level is also kept at all lower levels.
bool is_kept(std::uint32_t number, unsigned level) {
  return level == 0 || mixed(number) >> (32U - level) == 0;
}

constexpr std::uint8_t most_levels = 31;

Sample* room_for(std::size_t samples) {
  return samples == 0 ? nullptr : static_cast<Sample*>(::operator new(samples * sizeof(Sample)));
}

}  // namespace

Samples::Samples(std::size_t capacity) : samples_(room_for(capacity)), capacity_(capacity) {}

void Samples::limit(std::size_t capacity) { capacity_ = std::min(capacity_, capacity); }

void Samples::add(Sample sample) {
  if (capacity_ == 0) return;
  sample.number = calls_[sample.stratum]++;
  if (!is_kept(sample.number, level_[sample.stratum])) return;
  if (size_ == capacity_) {
    thin_out();
    if (size_ == capacity_ || !is_kept(sample.number, level_[sample.stratum])) return;
  }
  new (samples_.get() + size_++) Sample(sample);
  ++kept_[sample.stratum];
}

void Samples::thin_out() {
  while (size_ == capacity_) {
    const auto most = std::ranges::max_element(kept_);
    const auto stratum = static_cast<std::uint8_t>(most - kept_.begin());
    if (level_[stratum] == most_levels) return;
    const unsigned level = ++level_[stratum];
    Sample* const end = samples_.get() + size_;
    Sample* const kept = std::remove_if(samples_.get(), end, [&](const Sample& sample) {
      return sample.stratum == stratum && !is_kept(sample.number, level);
    });
    *most -= static_cast<std::uint32_t>(end - kept);
    size_ -= static_cast<std::size_t>(end - kept);
  }
}

std::uint32_t Samples::digest() const {
  std::uint32_t digest = static_cast<std::uint32_t>(size_);
  for (const Sample& sample : all())
    digest = mixed(digest ^ mixed(sample.number + (std::uint32_t{sample.stratum} << 24U)));
  return digest;
}

void Samples::shrink() {
  Sample* const smaller = static_cast<Sample*>(
      ::operator new(std::max<std::size_t>(size_, 1) * sizeof(Sample), std::nothrow));
  if (smaller == nullptr) return;
  std::ranges::copy(all(), smaller);
  samples_.reset(smaller);
  capacity_ = 0;
}

}  // namespace allfold::profile
