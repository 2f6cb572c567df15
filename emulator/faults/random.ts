/** Pseudo-random numbers from 0 up to 1: the same sequence for the same seed, which `reset` begins again. */
export function createRandom(seed: number) {
  let state = seed;
  return {
    next: (): number => {
      // A linear congruential generator with the constants of Numerical Recipes: enough to spread delays.
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    },
    reset: (): void => {
      state = seed;
    },
  };
}
