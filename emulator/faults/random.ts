/** Pseudo-random numbers from 0 up to 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    // A linear congruential generator with the constants of Numerical Recipes: enough to spread delays.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
