// What the readers in C share: the panel as touchbench makes it, the lock by hand, and what is told in
// the end. A reader says "ready", reads until a contact begins at 0, 0, and prints its figures.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "baseline.h"

enum { MOST_FRAMES = 1 << 20 };

struct reader {
  struct baseline lock;
  long slots, drops, frames, decisions;
  double width, height;
  bool is_done;
  float *delays, *decision_delays;
  struct rusage begin;
};

static inline void fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, strerror(errno));
  exit(1);
}

static inline double microseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static inline struct baseline_axis axis_of(int fd, int code) {
  struct input_absinfo info;
  if (ioctl(fd, EVIOCGABS(code), &info) != 0) fail("EVIOCGABS");
  double span = (double)info.maximum - info.minimum + 1;
  struct baseline_axis axis = {
    info.minimum, span, info.resolution > 0 ? span / info.resolution : span};
  return axis;
}

static inline void reader_begin(struct reader *reader, int fd) {
  static const uint8_t wanted[] = {0, 3, 6, 7, 8};
  struct input_absinfo slot;
  if (ioctl(fd, EVIOCGABS(ABS_MT_SLOT), &slot) != 0) fail("EVIOCGABS");
  struct baseline_axis x = axis_of(fd, ABS_MT_POSITION_X), y = axis_of(fd, ABS_MT_POSITION_Y);
  double side = x.view < y.view ? x.view : y.view;
  struct baseline_grid grid = {
    (x.view - side) / 2, (y.view - side) / 2, side, side, 0.6, 0.8};
  reader->width = x.view;
  reader->height = y.view;
  reader->slots = slot.maximum + 1;
  baseline_begin(&reader->lock, (int)reader->slots, x, y, grid, wanted, sizeof wanted);
  reader->delays = calloc(MOST_FRAMES, sizeof(float));
  reader->decision_delays = calloc(MOST_FRAMES, sizeof(float));
  // Touched, so that no page of them is missing later.
  memset(reader->delays, 1, MOST_FRAMES * sizeof(float));
  getrusage(RUSAGE_SELF, &reader->begin);
  puts("ready");
  fflush(stdout);
}

// Notes a frame that is there, of an event of that time, before what is made of it.
static inline void note_frame(struct reader *reader, double time) {
  if (reader->frames < MOST_FRAMES) reader->delays[reader->frames++] = microseconds() - time;
}

// Notes a decision, if there is a new one.
static inline void note_decision(struct reader *reader, double time) {
  long decisions = reader->lock.right + reader->lock.wrong;
  if (decisions == reader->decisions || decisions > MOST_FRAMES) return;
  reader->decisions = decisions;
  reader->decision_delays[decisions - 1] = microseconds() - time;
}

// Takes an event, with the frame that it may end.
static inline void take(struct reader *reader, const struct input_event *event) {
  bool is_report = event->type == EV_SYN && event->code == SYN_REPORT;
  double time = event->time.tv_sec * 1e6 + event->time.tv_usec;
  if (is_report) note_frame(reader, time);
  baseline_feed(&reader->lock, event);
  if (!is_report) return;
  note_decision(reader, time);
  struct baseline_slot *first = &reader->lock.slots[0];
  if (first->is_live && first->x == 0 && first->y == 0) reader->is_done = true;
}

static int by_size(const void *one, const void *other) {
  float a = *(const float *)one, b = *(const float *)other;
  return (a > b) - (a < b);
}

static inline double quantile(float *values, long count, double share) {
  if (count == 0) return 0;
  qsort(values, (size_t)count, sizeof *values, by_size);
  return values[(long)((count - 1) * share + 0.5)];
}

static inline double cpu(struct timeval end, struct timeval begin) {
  return (end.tv_sec - begin.tv_sec) * 1e6 + (end.tv_usec - begin.tv_usec);
}

static inline void reader_end(struct reader *reader) {
  struct rusage end;
  getrusage(RUSAGE_SELF, &end);
  // The frame that ends it is no part of the stream.
  long frames = reader->frames - 1;
  printf(
      "result frames %ld contacts %ld right %ld wrong %ld drops %ld user %.0f system %.0f "
      "wakes %ld p50 %.1f p99 %.1f decision50 %.1f decision99 %.1f\n",
      frames, reader->lock.contacts - 1, reader->lock.right, reader->lock.wrong, reader->drops,
      cpu(end.ru_utime, reader->begin.ru_utime), cpu(end.ru_stime, reader->begin.ru_stime),
      end.ru_nvcsw - reader->begin.ru_nvcsw, quantile(reader->delays, frames, 0.5),
      quantile(reader->delays, frames, 0.99),
      quantile(reader->decision_delays, reader->decisions, 0.5),
      quantile(reader->decision_delays, reader->decisions, 0.99));
}
