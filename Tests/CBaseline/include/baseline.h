// What a C programmer writes by hand for one panel: the measure for touchbench.
//
// It does what the lock does with well-formed events of protocol B, and nothing of what the lock does
// with others: no drops, no faulty contacts, no findings, 3 x 3 dots only.
#pragma once

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BASELINE_SLOTS = 128, BASELINE_MARKS = 64 };

struct baseline_point {
  double x, y;
};

// Where the dots are, in view units; zones are shares of half the shorter side of a cell.
struct baseline_grid {
  double x, y, width, height, hit, wide;
};

struct baseline_stroke {
  struct baseline_grid grid;
  double cell_width, cell_height, hit_squared, wide_squared, step, reach_squared, marked_end;
  struct baseline_point centers[9], end, marks[BASELINE_MARKS];
  bool has_end;
  int count, first_mark, wide_mark, dots;
  unsigned members;
  uint8_t pattern[9];
};

void baseline_stroke_begin(struct baseline_stroke *, struct baseline_grid);
void baseline_stroke_clear(struct baseline_stroke *);
void baseline_stroke_extend(struct baseline_stroke *, double x, double y);

struct baseline_axis {
  double minimum, span, view;
};

struct baseline_slot {
  int32_t id, x, y;
  bool is_live, began, is_dirty, ended;
  long number;
  // The contact that ended in this frame.
  long ended_number;
  int32_t ended_x, ended_y;
};

struct baseline {
  struct baseline_slot slots[BASELINE_SLOTS];
  int slot_count, current, low, high;
  double ax, cx, ay, cy;
  long contacts, drawing;
  struct baseline_stroke stroke;
  uint8_t wanted[9];
  int wanted_dots;
  long frames, right, wrong;
  uint64_t hash;
};

void baseline_begin(
    struct baseline *, int slots, struct baseline_axis x, struct baseline_axis y,
    struct baseline_grid, const uint8_t *wanted, int wanted_dots);
enum baseline_kind { BASELINE_DOWN = 1, BASELINE_MOVE, BASELINE_UP };
// Takes what a frame tells of a contact, in view units.
void baseline_tell(struct baseline *, enum baseline_kind, long number, double x, double y);
// Takes one event; returns whether it ended a frame.
bool baseline_feed(struct baseline *, const struct input_event *);
void baseline_take(struct baseline *, const struct input_event *, size_t count);

// Reads the events of an evemu file line by line, as its own tools do; returns their number.
long baseline_read_evemu(const char *path);
