#pragma once

#include <mtdev-plumbing.h>
