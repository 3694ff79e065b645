// libinput's path context: touch events as it makes them.
#include <libinput.h>

#include "reader.h"

static int open_node(const char *path, int flags, void *data) {
  int fd = open(path, flags);
  int grab = fd >= 0 ? ioctl(fd, EVIOCGRAB, 1) : 0;
  *(int *)data = fd;
  return fd < 0 || grab < 0 ? -errno : fd;
}

static void close_node(int fd, void *data) {
  (void)data;
  close(fd);
}

static double place(struct reader *reader, struct libinput_event_touch *touch, double *y) {
  *y = libinput_event_touch_get_y_transformed(touch, 1) * reader->height;
  return libinput_event_touch_get_x_transformed(touch, 1) * reader->width;
}

static void take_touch(struct reader *reader, struct libinput_event *event) {
  static long numbers[BASELINE_SLOTS];
  static struct baseline_point places[BASELINE_SLOTS];
  struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
  enum libinput_event_type type = libinput_event_get_type(event);
  double time = (double)libinput_event_touch_get_time_usec(touch);
  if (type == LIBINPUT_EVENT_TOUCH_FRAME) {
    note_frame(reader, time);
    return;
  }
  int slot = libinput_event_touch_get_slot(touch);
  if (slot < 0 || slot >= BASELINE_SLOTS) return;
  struct baseline_point *last = &places[slot];
  switch (type) {
    case LIBINPUT_EVENT_TOUCH_DOWN:
      numbers[slot] = ++reader->lock.contacts;
      last->x = place(reader, touch, &last->y);
      baseline_tell(&reader->lock, BASELINE_DOWN, numbers[slot], last->x, last->y);
      if (last->x == 0 && last->y == 0) reader->is_done = true;
      break;
    case LIBINPUT_EVENT_TOUCH_MOTION:
      last->x = place(reader, touch, &last->y);
      baseline_tell(&reader->lock, BASELINE_MOVE, numbers[slot], last->x, last->y);
      break;
    case LIBINPUT_EVENT_TOUCH_UP:
      baseline_tell(&reader->lock, BASELINE_UP, numbers[slot], last->x, last->y);
      note_decision(reader, time);
      break;
    default: break;
  }
}

int main(int argc, char **argv) {
  static struct reader reader;
  static const struct libinput_interface interface = {open_node, close_node};
  int fd = -1;
  struct libinput *context = libinput_path_create_context(&interface, &fd);
  if (argc < 2 || !libinput_path_add_device(context, argv[1])) fail("libinput_path_add_device");
  reader_begin(&reader, fd);
  struct pollfd wait = {libinput_get_fd(context), POLLIN, 0};
  while (!reader.is_done || reader.frames == 0) {
    libinput_dispatch(context);
    struct libinput_event *event;
    while ((event = libinput_get_event(context))) {
      switch (libinput_event_get_type(event)) {
        case LIBINPUT_EVENT_TOUCH_DOWN:
        case LIBINPUT_EVENT_TOUCH_MOTION:
        case LIBINPUT_EVENT_TOUCH_UP:
        case LIBINPUT_EVENT_TOUCH_FRAME: take_touch(&reader, event);
        default: break;
      }
      libinput_event_destroy(event);
    }
    if (!reader.is_done && poll(&wait, 1, -1) < 0) fail("poll");
  }
  reader_end(&reader);
}
