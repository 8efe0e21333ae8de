/// @file The folder of `allfold try` for profiles and for the output of the runs.
#pragma once

#include <string>

namespace allfold::command::try_out {

class Folder {
 public:
  /// If `kept` is "", makes a temporary folder and removes it in the destructor. It lies in the
  /// working directory, which the nodes of a job usually share, or in TMPDIR (default: /tmp) if the
  /// working directory is not writable. Otherwise uses the folder `kept`, which must be new or
  /// empty, and keeps it. Throws UsageError or std::runtime_error.
  explicit Folder(const std::string& kept);
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  [[nodiscard]] const std::string& name() const { return name_; }
  /// The absolute name of a file in the folder.
  [[nodiscard]] std::string file(const std::string& name) const { return name_ + "/" + name; }
  [[nodiscard]] bool is_kept() const { return is_kept_; }

 private:
  std::string name_;
  bool is_kept_;
};

}  // namespace allfold::command::try_out
