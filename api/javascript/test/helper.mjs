// What the tests share. They run in a folder where the package is installed.

import assert from 'node:assert/strict';

/** Makes a generator of numbers below n; the same seed gives the same numbers. */
export function random(seed) {
  let s = seed >>> 0;
  return (n) => {
    s = (Math.imul(s ^ (s >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((s ^ (s >>> 13)) >>> 0) % n;
  };
}

/** Checks the kind and a part of the text of an error. */
export const refusal = (kind, part) => (error) => {
  assert.equal(error.constructor.name, 'OxoError', error);
  assert.equal(error.kind, kind, error);
  assert.ok(error.message.includes(part), `${error.message}: want ${part}`);
  return true;
};

/** A game of four coins: whoever takes the last one or two wins. */
export const coins = `(role left) (role right)
(init (coins 4)) (init (control left))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal ?p (take 1)) (true (control ?p)) (true (coins ?n)) (succ ?m ?n))
(<= (legal ?p (take 2)) (true (control ?p)) (true (coins ?n)) (succ ?m ?n) (succ ?k ?m))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (coins ?m)) (does ?p (take 1)) (true (coins ?n)) (succ ?m ?n))
(<= (next (coins ?k)) (does ?p (take 2)) (true (coins ?n)) (succ ?m ?n) (succ ?k ?m))
(<= (next (control left)) (true (control right)))
(<= (next (control right)) (true (control left)))
(<= terminal (true (coins 0)))
(<= (goal ?p 0) (true (control ?p)))
(<= (goal ?p 100) (role ?p) (not (true (control ?p))))`;
