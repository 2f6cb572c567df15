import { preload } from "./preload.ts";
import { search } from "./search.ts";

await preload();
const met = new Map<string, number[]>();
const [n = 100, first = 1] = process.argv.slice(2).map(Number);
for (let seed = first; seed < first + n; seed++) {
  try {
    const found = await search(seed, () => true);
    if (found) {
      const t = found.violation.title;
      met.set(t, [...(met.get(t) ?? []), seed]);
    }
  } catch (e) {
    const t = "CRASH " + String((e as Error).stack).slice(0, 300);
    met.set(t, [...(met.get(t) ?? []), seed]);
  }
}
for (const [t, s] of [...met].sort((a, b) => b[1].length - a[1].length))
  console.log(s.length, t, s.slice(0, 4).join(" "));
