// The limit: one read(2) a wake with room for the whole ring. `raw --mask NODE` has the kernel leave out
// what is not needed.
#include "reader.h"

static void mask(int fd) {
  uint8_t none[128] = {0}, axes[(ABS_CNT + 7) / 8] = {0};
  static const int wanted[] = {
    ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y};
  for (size_t n = 0; n < sizeof wanted / sizeof *wanted; n++)
    axes[wanted[n] / 8] |= 1 << wanted[n] % 8;
  struct input_mask masks[] = {
    {EV_KEY, (KEY_CNT + 7) / 8, (uintptr_t)none},
    // In whole longs.
    {EV_MSC, sizeof(long), (uintptr_t)none},
    {EV_ABS, sizeof axes, (uintptr_t)axes}};
  for (int n = 0; n < 3; n++)
    if (ioctl(fd, EVIOCSMASK, &masks[n]) != 0) fail("EVIOCSMASK");
}

int main(int argc, char **argv) {
  static struct reader reader;
  static struct input_event events[8192];
  int clock = CLOCK_MONOTONIC, fd = open(argv[argc - 1], O_RDONLY | O_NONBLOCK);
  if (fd < 0 || ioctl(fd, EVIOCSCLOCKID, &clock) != 0 || ioctl(fd, EVIOCGRAB, 1) != 0) fail("open");
  if (argc > 2) mask(fd);
  reader_begin(&reader, fd);
  struct pollfd wait = {fd, POLLIN, 0};
  while (!reader.is_done) {
    if (poll(&wait, 1, -1) < 0) fail("poll");
    ssize_t size = read(fd, events, sizeof events);
    if (size < 0 && errno != EAGAIN) fail("read");
    for (ssize_t n = 0; n < size / (ssize_t)sizeof *events; n++) {
      if (events[n].type == EV_SYN && events[n].code == SYN_DROPPED) reader.drops++;
      take(&reader, &events[n]);
    }
  }
  reader_end(&reader);
}
