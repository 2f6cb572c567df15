/**
 * Returns a function that tells a story once, for all tests about it: each checks its own law on what the story has
 * shown. The story ends with the first of them.
 */
export function tellOnce<Told>(tell: () => Promise<Told>): () => Promise<Told> {
  let telling: Promise<Told> | undefined;
  return () => {
    telling ??= tell();
    return telling;
  };
}
