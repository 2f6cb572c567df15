/** Pseudo-random numbers from 0 up to 1. The same seed gives the same sequence; `reset` restarts it. */
export function createRandom(seed: number) {
  let state = seed;
  return {
    next: (): number => {
      // A linear congruential generator with the constants of Numerical Recipes, which is good enough for delays.
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    },
    reset: (): void => {
      state = seed;
    },
  };
}
