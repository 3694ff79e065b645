#include "baseline.h"

#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

static const double cosine = 0.819152044288992;

void baseline_stroke_begin(struct baseline_stroke *s, struct baseline_grid grid) {
  s->grid = grid;
  s->cell_width = grid.width / 3;
  s->cell_height = grid.height / 3;
  double cell = fmin(s->cell_width, s->cell_height);
  double hit = grid.hit * cell / 2, wide = fmax(grid.hit, grid.wide) * cell / 2;
  s->hit_squared = hit * hit;
  s->wide_squared = wide * wide;
  s->step = 1.0 / 32 * cell;
  s->reach_squared = 0.3 * 0.3 * cell * cell;
  s->marked_end = 1.0 * cell;
  for (int dot = 0; dot < 9; dot++) {
    s->centers[dot].x = grid.x + (dot % 3 + 0.5) * s->cell_width;
    s->centers[dot].y = grid.y + (dot / 3 + 0.5) * s->cell_height;
  }
  baseline_stroke_clear(s);
}

void baseline_stroke_clear(struct baseline_stroke *s) {
  s->has_end = false;
  s->count = s->first_mark = s->dots = 0;
  s->wide_mark = -1;
  s->members = 0;
}

static void append(struct baseline_stroke *s, int dot) {
  if (s->members & 1u << dot) return;
  s->members |= 1u << dot;
  s->pattern[s->dots++] = (uint8_t)dot;
}

static void hit(struct baseline_stroke *s, int dot) {
  if (s->dots > 0) {
    int last = s->pattern[s->dots - 1];
    int dx = dot % 3 - last % 3, dy = dot / 3 - last / 3;
    if (dx % 2 == 0 && dy % 2 == 0) append(s, (dot + last) / 2);
  }
  append(s, dot);
  s->first_mark = s->count;
}

static int wide_dot(const struct baseline_stroke *s, struct baseline_point p) {
  double column = (p.x - s->grid.x) / s->cell_width, row = (p.y - s->grid.y) / s->cell_height;
  if (!(column >= 0 && row >= 0 && column < 3 && row < 3)) return -1;
  int dot = (int)row * 3 + (int)column;
  if (s->members & 1u << dot) return -1;
  double dx = p.x - s->centers[dot].x, dy = p.y - s->centers[dot].y;
  return dx * dx + dy * dy < s->wide_squared ? dot : -1;
}

static struct baseline_point mark(const struct baseline_stroke *s, int number) {
  return s->marks[number & (BASELINE_MARKS - 1)];
}

static int mark_behind(const struct baseline_stroke *s, int number, int first) {
  struct baseline_point from = mark(s, number);
  int oldest = s->count - BASELINE_MARKS;
  if (oldest < first) oldest = first;
  for (int candidate = number - 1; candidate >= oldest; candidate--) {
    struct baseline_point place = mark(s, candidate);
    double dx = place.x - from.x, dy = place.y - from.y;
    if (dx * dx + dy * dy >= s->reach_squared) return candidate;
  }
  return -1;
}

static bool turns(const struct baseline_stroke *s, int corner) {
  int before = mark_behind(s, corner, 0);
  if (before < 0) return false;
  struct baseline_point b = mark(s, before), c = mark(s, corner), a = mark(s, s->count - 1);
  double ux = c.x - b.x, uy = c.y - b.y, vx = a.x - c.x, vy = a.y - c.y;
  double lengths = sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
  return ux * vx + uy * vy <= cosine * lengths;
}

// Marks the piece, and hits where it turns in a wide zone.
static void follow(
    struct baseline_stroke *s, struct baseline_point start, struct baseline_point end) {
  struct baseline_point last = mark(s, s->count - 1);
  double ex = end.x - last.x, ey = end.y - last.y;
  if (!(ex * ex + ey * ey >= s->step * s->step)) return;
  double dx = end.x - start.x, dy = end.y - start.y, length = sqrt(dx * dx + dy * dy);
  if (!(length > 0)) return;
  dx /= length;
  dy /= length;
  double fx = start.x - last.x, fy = start.y - last.y, half = fx * dx + fy * dy;
  double under = half * half - (fx * fx + fy * fy) + s->step * s->step;
  double along = fmax(0, sqrt(fmax(0, under)) - half);
  while (s->dots < 9 && along <= length) {
    struct baseline_point place = {start.x + along * dx, start.y + along * dy};
    s->marks[s->count++ & (BASELINE_MARKS - 1)] = place;
    along += s->step;
    double middle = length - along - s->marked_end;
    if (along > s->marked_end && middle > 0) along += s->step * floor(middle / s->step);
    if (wide_dot(s, place) >= 0) s->wide_mark = s->count - 1;
    if (s->wide_mark < s->first_mark) continue;
    int corner = mark_behind(s, s->count - 1, s->first_mark);
    if (corner < 0) continue;
    int dot = wide_dot(s, mark(s, corner));
    if (dot >= 0 && turns(s, corner)) hit(s, dot);
  }
}

static int next_hit(
    const struct baseline_stroke *s, struct baseline_point start, struct baseline_point end,
    struct baseline_point *place) {
  double wx = end.x - start.x, wy = end.y - start.y, squared = wx * wx + wy * wy, best = 2;
  int dot = -1;
  for (int n = 0; n < 9; n++) {
    if (s->members & 1u << n) continue;
    double fx = start.x - s->centers[n].x, fy = start.y - s->centers[n].y, entry = 0;
    double starts_at = fx * fx + fy * fy - s->hit_squared;
    if (starts_at >= 0) {
      double half = fx * wx + fy * wy, under = half * half - squared * starts_at;
      if (!(half < 0 && under > 0)) continue;
      entry = (-half - sqrt(under)) / squared;
      if (!(entry < 1)) continue;
    }
    if (entry < best) {
      best = entry;
      dot = n;
    }
  }
  place->x = start.x + best * wx;
  place->y = start.y + best * wy;
  return dot;
}

void baseline_stroke_extend(struct baseline_stroke *s, double x, double y) {
  struct baseline_point point = {x, y}, position = s->end;
  s->end = point;
  if (!s->has_end) {
    s->has_end = true;
    s->marks[s->count++ & (BASELINE_MARKS - 1)] = point;
    int dot = wide_dot(s, point);
    if (dot >= 0) hit(s, dot);
    return;
  }
  while (s->dots < 9) {
    struct baseline_point stop;
    int dot = next_hit(s, position, point, &stop);
    if (dot < 0) stop = point;
    follow(s, position, stop);
    if (dot < 0) return;
    position = stop;
    if (!(s->members & 1u << dot)) hit(s, dot);
  }
}
