#include "command/replay/scene.hpp"

#include <cstring>
#include <optional>

#include "command/usage_error.hpp"
#include "comparison/magnitudes.hpp"
#include "comparison/reference.hpp"
#include "mpi/native/names.hpp"
#include "system/read_file.hpp"
#include "text/format.hpp"

namespace allfold::command::replay {

namespace {

using comparison::SavedCall;

/// On rank 0: reads the call, or sets `problem`.
std::optional<SavedCall> read(const std::string& file, int ranks, std::string& problem) {
  std::string content;
  if (std::string unread = system::read_file(file, comparison::most_bytes_of_file, content);
      !unread.empty()) {
    problem = text::format("{}: cannot be read: {}; name another file", file, unread);
    return std::nullopt;
  }
  std::optional<SavedCall> call = comparison::parse(content, problem);
  if (!call) {
    problem = text::format("{}: {}", file, problem);
  } else if (call->ranks != ranks) {
    problem = text::format(
        "{}: saved on {} ranks: expected as many ranks in this job, not {}; run: mpirun -n {} "
        "allfold replay {}",
        file, call->ranks, ranks, call->ranks, file);
    return std::nullopt;
  }
  return call;
}

/// The text of rank 0, on all ranks.
std::string told(std::string text, MPI_Comm comm) {
  auto length = static_cast<int>(text.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, comm);
  text.resize(static_cast<std::size_t>(length));
  MPI_Bcast(text.data(), length, MPI_CHAR, 0, comm);
  return text;
}

void tell(std::vector<std::byte>& bytes, std::size_t size, MPI_Comm comm) {
  bytes.resize(size);
  MPI_Bcast(bytes.data(), static_cast<int>(size), MPI_BYTE, 0, comm);
}

void find_handles(Scene& scene) {
  const mpi::native::PredefinedType* type = mpi::native::type_of_name(scene.call.type);
  const mpi::native::PredefinedOp* op =
      mpi::native::find_predefined_op(mpi::native::operation_of_name(scene.call.operation));
  if (type == nullptr || type->element != scene.call.element)
    throw UsageError(
        text::format("{}: the type is missing or different in this MPI library: the call was made "
                     "with {}; use that library",
                     scene.call.type, scene.call.library));
  if (op == nullptr || op->loop != scene.call.op || !op->is_defined_for(type->family))
    throw UsageError(text::format("{}: not defined for {}; copy the file again",
                                  scene.call.operation, scene.call.type));
  scene.datatype = type->datatype;
  scene.op = op->op;
}

}  // namespace

Scene set_scene(const std::string& file, MPI_Comm comm) {
  Scene scene{.comm = comm};
  int ranks = 1;
  MPI_Comm_rank(comm, &scene.rank);
  MPI_Comm_size(comm, &ranks);
  std::optional<SavedCall> call;
  std::string problem;
  if (scene.rank == 0) call = read(file, ranks, problem);
  problem = told(problem, comm);
  if (!problem.empty()) throw UsageError(problem);

  const std::string header = told(call ? comparison::text_of_header(*call) : "", comm);
  std::string_view content = header;
  if (!call) call = comparison::parse_header(content, problem);
  scene.call = *std::move(call);
  find_handles(scene);

  const std::size_t bytes = scene.call.vector_bytes();
  const comparison::Form form = scene.call.form();
  if (scene.rank == 0) {
    const std::vector<const void*> inputs = scene.call.inputs();
    scene.reference = comparison::reference_of(scene.call.op, form, inputs, scene.call.count);
    scene.magnitudes = comparison::magnitudes_of_all(form, inputs, scene.call.count);
  }
  tell(scene.reference, bytes, comm);
  tell(scene.magnitudes, comparison::magnitudes_of(form, scene.call.count).bytes(), comm);
  scene.input.resize(bytes);
  MPI_Scatter(scene.call.vectors.data(), static_cast<int>(bytes), MPI_BYTE, scene.input.data(),
              static_cast<int>(bytes), MPI_BYTE, 0, comm);
  return scene;
}

}  // namespace allfold::command::replay
