#include "baseline.h"

#include <stdio.h>
#include <stdlib.h>

long baseline_read_evemu(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) return -1;
  char *line = NULL;
  size_t size = 0;
  long count = 0;
  while (getline(&line, &size, file) > 0) {
    unsigned long seconds;
    unsigned micros, type, code;
    int value;
    if (sscanf(line, "E: %lu.%06u %04x %04x %d", &seconds, &micros, &type, &code, &value) == 5)
      count++;
  }
  free(line);
  fclose(file);
  return count;
}
