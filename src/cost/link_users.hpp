/// @file Link users: which messages use a link at the same time.
#pragma once

namespace allfold::cost {

/// The messages on a link in one round, or at one place of a round. Ranks that all send to one rank
/// count as one, because that rank receives one message after the other.
class LinkUsers {
 public:
  /// Adds an end of a message of `rank`, which stands for `ranks` ranks. All ends of a rank must be
  /// added in succession.
  void add(int rank, int peer, double ranks = 1) {
    if (peer_ >= 0 && peer_ != peer) has_one_peer_ = false;
    peer_ = peer;
    if (latest_ == rank) return;
    latest_ = rank;
    ranks_ += ranks;
    ++ranks_seen_;
  }
  /// The number of messages at the same time; for a torus, the mean of all links of a direction.
  [[nodiscard]] double at_once() const { return ranks_seen_ > 1 && has_one_peer_ ? 1 : ranks_; }

 private:
  double ranks_ = 0;
  int ranks_seen_ = 0;
  int latest_ = -1;
  int peer_ = -1;
  bool has_one_peer_ = true;
};

}  // namespace allfold::cost
