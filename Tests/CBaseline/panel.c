#include "baseline.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

void baseline_begin(
    struct baseline *b, int slots, struct baseline_axis x, struct baseline_axis y,
    struct baseline_grid grid, const uint8_t *wanted, int wanted_dots) {
  memset(b, 0, sizeof *b);
  b->slot_count = slots;
  for (int n = 0; n < BASELINE_SLOTS; n++) b->slots[n].id = -1;
  b->low = BASELINE_SLOTS;
  b->high = -1;
  b->ax = x.view / x.span;
  b->cx = -b->ax * x.minimum;
  b->ay = y.view / y.span;
  b->cy = -b->ay * y.minimum;
  baseline_stroke_begin(&b->stroke, grid);
  memcpy(b->wanted, wanted, (size_t)wanted_dots);
  b->wanted_dots = wanted_dots;
  b->hash = 0xcbf29ce484222325;
}

static void mix(struct baseline *b, uint64_t value) {
  b->hash = (b->hash ^ value) * 0x100000001b3;
}

static uint64_t bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static void decide(struct baseline *b) {
  struct baseline_stroke *s = &b->stroke;
  if (s->dots >= 4) {
    bool is_right = s->dots == b->wanted_dots && memcmp(s->pattern, b->wanted, s->dots) == 0;
    *(is_right ? &b->right : &b->wrong) += 1;
    mix(b, is_right);
  }
  baseline_stroke_clear(s);
}

void baseline_tell(
    struct baseline *b, enum baseline_kind kind, long number, double x, double y) {
  mix(b, (uint64_t)kind);
  mix(b, (uint64_t)number);
  mix(b, bits(x));
  mix(b, bits(y));
  if (kind == BASELINE_DOWN && b->drawing == 0) b->drawing = number;
  if (b->drawing != number) return;
  int known = b->stroke.dots;
  baseline_stroke_extend(&b->stroke, x, y);
  for (; known < b->stroke.dots; known++) mix(b, b->stroke.pattern[known]);
  if (kind != BASELINE_UP) return;
  b->drawing = 0;
  decide(b);
}

static void tell(
    struct baseline *b, enum baseline_kind kind, long number, int32_t x, int32_t y) {
  baseline_tell(b, kind, number, b->ax * x + b->cx, b->ay * y + b->cy);
}

static void end(struct baseline_slot *slot) {
  if (!slot->is_live) return;
  slot->is_live = false;
  slot->ended = true;
  slot->ended_number = slot->number;
  slot->ended_x = slot->x;
  slot->ended_y = slot->y;
}

static void report(struct baseline *b) {
  for (int n = b->low; n <= b->high; n++) {
    struct baseline_slot *slot = &b->slots[n];
    if (slot->ended) tell(b, BASELINE_UP, slot->ended_number, slot->ended_x, slot->ended_y);
    if (slot->is_live && (slot->began || slot->is_dirty))
      tell(b, slot->began ? BASELINE_DOWN : BASELINE_MOVE, slot->number, slot->x, slot->y);
    slot->ended = slot->began = slot->is_dirty = false;
  }
  b->low = BASELINE_SLOTS;
  b->high = -1;
  b->frames++;
}

bool baseline_feed(struct baseline *b, const struct input_event *event) {
  if (event->type == EV_SYN && event->code == SYN_REPORT) {
    report(b);
    return true;
  }
  if (event->type != EV_ABS) return false;
  if (event->code == ABS_MT_SLOT) {
    b->current = event->value;
    return false;
  }
  if (b->current < 0 || b->current >= b->slot_count) return false;
  struct baseline_slot *slot = &b->slots[b->current];
  switch (event->code) {
    case ABS_MT_POSITION_X: slot->x = event->value; break;
    case ABS_MT_POSITION_Y: slot->y = event->value; break;
    case ABS_MT_TRACKING_ID:
      if (event->value == slot->id) return false;
      end(slot);
      slot->id = event->value;
      if (event->value >= 0) {
        slot->is_live = slot->began = true;
        slot->number = ++b->contacts;
      }
      break;
    default: return false;
  }
  slot->is_dirty = true;
  if (b->current < b->low) b->low = b->current;
  if (b->current > b->high) b->high = b->current;
  return false;
}

void baseline_take(struct baseline *b, const struct input_event *events, size_t count) {
  for (size_t n = 0; n < count; n++) baseline_feed(b, &events[n]);
}
