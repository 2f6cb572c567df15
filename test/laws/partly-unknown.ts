/** Returns the value with one part unknown, for each part at any depth. */
export function partlyUnknown(value: unknown, mark: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [mark];
  const parts = Object.entries(value).flatMap(([key, item]) =>
    partlyUnknown(item, mark).map((part) =>
      Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part },
    ),
  );
  return [mark, ...parts];
}
