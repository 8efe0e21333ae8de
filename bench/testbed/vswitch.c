// vswitch: a user-space Ethernet switch on TAP devices that behaves as an alpha-beta machine.
// One TAP device (eth0) is created in each network namespace named on the command line. A frame
// from port i to port j leaves when the uplink of i is free, and arrives delay + len/rate later. It
// is delivered when the downlink of j has been free for len/rate (cut-through: an uncontended frame
// pays len/rate once). Both directions of a port are independent (full duplex). TSO frames pass
// whole (vnet_hdr).
// usage: vswitch [-d delay_ns] [-r bits_per_s] [-b spin_ns] [-i ifname] [-m mtu]
//   [-R readyfile] NS...
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define MAXP 256
#define BUFSZ (68 * 1024)  // holds the vnet header too
#define VH 10              // struct virtio_net_hdr without num_buffers
typedef uint64_t u64;
struct frame {
  int len, cap;
  char* data;
};
struct ev {
  u64 due, seq;
  int dst;
  struct frame* f;
};
static struct ev* heap;
static int nheap, capheap;
static u64 seqno;
static struct frame* freel[2][1 << 15];
static int nfree[2];  // small and big buffers
static int fd[MAXP], ready[MAXP], np;
static u64 txfree[MAXP], rxfree[MAXP];
static volatile sig_atomic_t stop;
static u64 st_frames, st_bytes, st_late, st_werr;
static u64 st_latesum;

static u64 now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}
static void die(const char* w) {
  perror(w);
  exit(1);
}
static int lt(const struct ev* a, const struct ev* b) {
  return a->due != b->due ? a->due < b->due : a->seq < b->seq;
}
static void push(struct ev e) {
  if (nheap == capheap) {
    capheap = capheap ? 2 * capheap : 1024;
    heap = realloc(heap, capheap * sizeof *heap);
    if (!heap) die("realloc");
  }
  int i = nheap++;
  while (i > 0 && lt(&e, &heap[(i - 1) / 2])) {
    heap[i] = heap[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  heap[i] = e;
}
static struct ev pop(void) {
  struct ev top = heap[0], e = heap[--nheap];
  int i = 0;
  for (;;) {
    int c = 2 * i + 1;
    if (c >= nheap) break;
    if (c + 1 < nheap && lt(&heap[c + 1], &heap[c])) c++;
    if (!lt(&heap[c], &e)) break;
    heap[i] = heap[c];
    i = c;
  }
  heap[i] = e;
  return top;
}
static struct frame* getf(int len) {
  int big = len > 2048;
  struct frame* f = nfree[big] ? freel[big][--nfree[big]] : NULL;
  if (!f) {
    f = calloc(1, sizeof *f);
    if (!f || !(f->data = malloc(f->cap = big ? BUFSZ : 2048))) die("malloc");
  }
  f->len = len;
  return f;
}
static void putf(struct frame* f) {
  int big = f->cap > 2048;
  if (nfree[big] < (1 << 15))
    freel[big][nfree[big]++] = f;
  else {
    free(f->data);
    free(f);
  }
}
static void onsig(int s) {
  (void)s;
  stop = 1;
}

int main(int argc, char** argv) {
  u64 delay = 0, spin = 0;
  double rate = 0;
  const char *ifn = "eth0", *rf = NULL;
  int o;
  while ((o = getopt(argc, argv, "d:r:b:i:R:")) != -1) switch (o) {
      case 'd': delay = strtoull(optarg, 0, 10); break;
      case 'r': rate = atof(optarg); break;
      case 'b': spin = strtoull(optarg, 0, 10); break;
      case 'i': ifn = optarg; break;
      case 'R': rf = optarg; break;
      default: return 2;
    }
  int home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC), ep = epoll_create1(EPOLL_CLOEXEC);
  for (; optind < argc; optind++) {
    char path[256];
    snprintf(path, sizeof path, "/run/netns/%s", argv[optind]);
    int ns = open(path, O_RDONLY);
    if (ns < 0 || setns(ns, CLONE_NEWNET)) die(path);
    close(ns);
    int t = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
    if (t < 0) die("/dev/net/tun");
    struct ifreq r = {0};
    r.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR;
    snprintf(r.ifr_name, IFNAMSIZ, "%s", ifn);
    if (ioctl(t, TUNSETIFF, &r)) die("TUNSETIFF");
    if (ioctl(t, TUNSETOFFLOAD, TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6)) die("TUNSETOFFLOAD");
    struct epoll_event e = {.events = EPOLLIN | EPOLLET, .data.u32 = np};
    if (epoll_ctl(ep, EPOLL_CTL_ADD, t, &e)) die("epoll_ctl");
    fd[np] = t;
    ready[np++] = 1;
  }
  if (setns(home, CLONE_NEWNET)) die("setns");
  prctl(PR_SET_TIMERSLACK, 1);
  struct sched_param sp = {.sched_priority = 10};
  if (sched_setscheduler(0, SCHED_FIFO, &sp)) perror("vswitch: SCHED_FIFO (going on)");
  mlockall(MCL_CURRENT);
  signal(SIGTERM, onsig);
  signal(SIGINT, onsig);
  signal(SIGHUP, SIG_IGN);
  if (rf) {
    FILE* f = fopen(rf, "w");
    if (!f) die(rf);
    fprintf(f, "%d\n", getpid());
    fclose(f);
  }
  const u64 ahead = 100000;
  struct frame* in = getf(BUFSZ);
  struct epoll_event evs[MAXP];
  while (!stop) {
    u64 now = now_ns(), next = ~0ull;
    while (nheap && heap[0].due <= now + 1000) {
      struct ev e = pop();
      u64 l = now > e.due ? now - e.due : 0;
      st_latesum += l;
      if (l > 50000) st_late++;
      if (write(fd[e.dst], e.f->data, e.f->len) < 0) st_werr++;
      putf(e.f);
    }
    for (int i = 0; i < np; i++) {
      while (ready[i] && txfree[i] <= now + ahead) {
        int n = read(fd[i], in->data, BUFSZ);
        if (n < 0) {
          if (errno == EAGAIN)
            ready[i] = 0;
          else if (errno != EINTR)
            ready[i] = 0;
          break;
        }
        unsigned char* m = (unsigned char*)in->data + VH;
        int L = n - VH;
        if (L < 14) continue;
        u64 ser = rate > 0 ? (u64)(L * 8e9 / rate) : 0, t = now > txfree[i] ? now : txfree[i];
        txfree[i] = t + ser;
        st_frames++;
        st_bytes += L;
        int d0 = 0, d1 = np;  // broadcast
        if (!(m[0] & 1)) {
          d0 = m[4] * 256 + m[5];
          d1 = d0 + 1;
          if (d0 >= np || m[0] != 2) continue;
        }
        for (int d = d0; d < d1; d++)
          if (d != i) {
            u64 s = t + delay;
            if (rxfree[d] > s) s = rxfree[d];
            rxfree[d] = s + ser;
            struct frame* f;
            if (d1 - d0 == 1 && n > 2048) {
              f = in;
              f->len = n;
              in = getf(BUFSZ);
              m = (unsigned char*)in->data + VH;
            } else {
              f = getf(n);
              memcpy(f->data, in->data, n);
            }
            push((struct ev){s + ser, seqno++, d, f});
          }
      }
      if (ready[i] && txfree[i] > now + ahead && txfree[i] - ahead < next) next = txfree[i] - ahead;
    }
    if (nheap && heap[0].due < next) next = heap[0].due;
    now = now_ns();
    struct timespec ts, *tp = NULL;
    if (next != ~0ull) {
      u64 w = next > now + spin ? next - now - spin : 0;
      ts.tv_sec = w / 1000000000;
      ts.tv_nsec = w % 1000000000;
      tp = &ts;
    }
    int n = epoll_pwait2(ep, evs, MAXP, tp, NULL);
    for (int k = 0; k < n; k++) ready[evs[k].data.u32] = 1;
  }
  fprintf(stderr,
          "vswitch: frames %llu bytes %llu late>50us %llu mean-late %.2f us write-errors %llu\n",
          (unsigned long long)st_frames, (unsigned long long)st_bytes, (unsigned long long)st_late,
          st_frames ? st_latesum / 1e3 / st_frames : 0, (unsigned long long)st_werr);
  return 0;
}
