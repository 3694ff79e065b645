// libevdev as its documentation has it: next_event until there is none, and its own events after a drop.
// `libevdev --start` finds the first touch screen through udev, grabs it, says so and waits.
#include <libevdev/libevdev.h>
#include <libudev.h>

#include "reader.h"

static char *first_touch_screen(void) {
  struct udev *udev = udev_new();
  struct udev_enumerate *all = udev_enumerate_new(udev);
  udev_enumerate_add_match_subsystem(all, "input");
  udev_enumerate_add_match_property(all, "ID_INPUT_TOUCHSCREEN", "1");
  udev_enumerate_scan_devices(all);
  struct udev_list_entry *entry;
  udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(all)) {
    struct udev_device *device =
        udev_device_new_from_syspath(udev, udev_list_entry_get_name(entry));
    const char *node = udev_device_get_devnode(device);
    if (node && strstr(node, "/event")) return strdup(node);
  }
  return NULL;
}

int main(int argc, char **argv) {
  static struct reader reader;
  bool starts = argc > 1 && strcmp(argv[1], "--start") == 0;
  char *node = starts ? first_touch_screen() : argv[1];
  int fd = node ? open(node, O_RDONLY | O_NONBLOCK) : -1;
  struct libevdev *device = NULL;
  if (fd < 0 || libevdev_new_from_fd(fd, &device) < 0) fail("open");
  libevdev_set_clock_id(device, CLOCK_MONOTONIC);
  if (libevdev_grab(device, LIBEVDEV_GRAB) < 0) fail("grab");
  if (starts) {
    puts("Locked.");
    fflush(stdout);
    pause();
  }
  reader_begin(&reader, fd);
  struct pollfd wait = {fd, POLLIN, 0};
  while (!reader.is_done) {
    if (poll(&wait, 1, -1) < 0) fail("poll");
    struct input_event event;
    int status;
    while ((status = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event)) >= 0) {
      take(&reader, &event);
      if (status != LIBEVDEV_READ_STATUS_SYNC) continue;
      reader.drops++;
      while (libevdev_next_event(device, LIBEVDEV_READ_FLAG_SYNC, &event)
             == LIBEVDEV_READ_STATUS_SYNC)
        take(&reader, &event);
    }
    if (status != -EAGAIN) fail("libevdev_next_event");
  }
  reader_end(&reader);
}
