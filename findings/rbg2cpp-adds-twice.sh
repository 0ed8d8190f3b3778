#!/usr/bin/env bash
# The program that rbg2cpp makes of a Regular Boardgames sheet adds 2 where the sheet says [$ n = n + 1].
#
# Guess before it was run: a variable with the bound 8 can be raised by 1 eight times; the ninth time the action is not
# possible, so the game ends in the ninth round.
# Seen with rbg2cpp 0f0850b (2018-08-16) and its parser c307707: the game ends in the fifth round. With
# [$ m = n + 1, n = m] it ends in the ninth.
# Both are pinned by their commits.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
git clone -q -c advice.detachedHead=false https://github.com/marekesz/rbg2cpp
git -C rbg2cpp checkout -q 0f0850b1e9aeec1853a511da4f2a844320a051b6
rmdir rbg2cpp/rbgParser
git clone -q -c advice.detachedHead=false https://github.com/uicus/rbgParser rbg2cpp/rbgParser
git -C rbg2cpp/rbgParser checkout -q c30770785f454b8d575e6a082d6d7d7de08b7e86
# Both use types without their headers, which newer compilers do not include by themselves.
make -s -C rbg2cpp/rbgParser C='g++ -w -include sys/types.h -include string' > build.log 2>&1
make -s -C rbg2cpp C='g++ -w -include sys/types.h -include string' >> build.log 2>&1
cat > main.cpp <<'CPP'
#include <iostream>
#include "reasoner.hpp"

// Makes the only move until there is none, and prints how often player 1 was to move.
int main() {
  reasoner::game_state state;
  reasoner::resettable_bitarray_stack cache;
  int rounds = 0;
  for (;;) {
    reasoner::game_state before = state;
    reasoner::next_states_iterator moves(before, cache);
    if (!moves.next()) break;
    rounds += state.get_current_player() == 1;
    state.apply_move(moves.get_move());
  }
  std::cout << rounds << std::endl;
}
CPP
rounds() {
  cat > sheet.rbg <<RBG
#players = a(100), b(100)
#pieces = e, x, o
#variables = n(8), m(8)
#board = rectangle(up,down,left,right,[e])
#rules = (->a [x] ->b [o] ->> [\$ $1] ->>)*
RBG
  rbg2cpp/bin/rbg2cpp -o reasoner sheet.rbg
  g++ -O1 -w -include sys/types.h -std=c++11 -I. reasoner.cpp main.cpp -o main
  echo "$1: the game ends in round $(timeout 60 ./main)"
}
seen=$(rounds 'n = n + 1'; rounds 'm = n + 1, n = m')
want='n = n + 1: the game ends in round 5
m = n + 1, n = m: the game ends in round 9'
echo "$seen"
[ "$seen" = "$want" ] || { echo "want: $want" >&2; exit 1; }
