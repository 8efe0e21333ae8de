/* A library to preload. Ranks 0 and 1, 2 and 3, and so on form groups, and messages between groups
 * take longer: short ones by their latency, others by their bytes. Each link carries one message at
 * a time. Each pair of groups has a link or, if GROUPS_SHARE_ALL is set, each group has one link to
 * a switch, and one back. If GROUPS_OF_SWITCHES is set, the groups are switches, and two switches
 * form a group, to which the same applies: links of groups take twice as long. Links are files in
 * the folder GROUPS_LINKS. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

enum { ranks_in_group = 2, switches_in_group = 2, bytes_a_microsecond = 100 };
static const useconds_t latency = 1000; /* microseconds */

static int group_of(int rank, MPI_Comm comm) {
  MPI_Group own, world;
  int in_world;
  PMPI_Comm_group(comm, &own);
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_translate_ranks(own, 1, &rank, world, &in_world);
  PMPI_Group_free(&own);
  PMPI_Group_free(&world);
  return in_world / ranks_in_group;
}

/* Waits until the link is free. */
static int taken(const char* from, const char* to) {
  char name[4096];
  int link;
  snprintf(name, sizeof name, "%s/%s-%s", getenv("GROUPS_LINKS"), from, to);
  link = open(name, O_CREAT | O_RDWR, 0600);
  if (link < 0 || flock(link, LOCK_EX) != 0) abort();
  return link;
}

static void go_far(int count, MPI_Datatype datatype, int to, MPI_Comm comm) {
  char from[32], into[32];
  const char* kind = "";
  int rank, bytes, here, there, up, down;
  useconds_t microseconds, times = 1;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Type_size(datatype, &bytes);
  here = group_of(rank, comm);
  there = group_of(to, comm);
  if (here == there) return;
  if (getenv("GROUPS_OF_SWITCHES") && here / switches_in_group != there / switches_in_group) {
    here /= switches_in_group;
    there /= switches_in_group;
    kind = "group";
    times = 2;
  }
  snprintf(from, sizeof from, "%s%d", kind, here);
  snprintf(into, sizeof into, "%s%d", kind, there);
  up = taken(from, getenv("GROUPS_SHARE_ALL") ? "switch" : into);
  down = getenv("GROUPS_SHARE_ALL") ? taken("switch", into) : -1;
  microseconds = (useconds_t)((long)count * bytes / bytes_a_microsecond);
  usleep(times * (microseconds < latency ? latency : microseconds));
  if (down >= 0) close(down);
  close(up);
}

int MPI_Send(const void* from, int count, MPI_Datatype datatype, int to, int tag, MPI_Comm comm) {
  go_far(count, datatype, to, comm);
  return PMPI_Send(from, count, datatype, to, tag, comm);
}

int MPI_Isend(const void* from, int count, MPI_Datatype datatype, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  go_far(count, datatype, to, comm);
  return PMPI_Isend(from, count, datatype, to, tag, comm, request);
}
