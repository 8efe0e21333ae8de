/// @file The folder of a try-out: profiles, and what the runs print.
#pragma once

#include <string>

namespace allfold::command::try_out {

class Folder {
 public:
  /// A new one in the working directory, which all nodes of a job mostly share; in TMPDIR if nothing can
  /// be written there. It is removed at the end. With a name, that one, which is kept; it has to be new
  /// or empty. Throws UsageError, or std::runtime_error.
  explicit Folder(const std::string& kept);
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  [[nodiscard]] const std::string& name() const { return name_; }
  /// The absolute name of a file in it.
  [[nodiscard]] std::string file(const std::string& name) const { return name_ + "/" + name; }
  [[nodiscard]] bool is_kept() const { return is_kept_; }

 private:
  std::string name_;
  bool is_kept_;
};

}  // namespace allfold::command::try_out
