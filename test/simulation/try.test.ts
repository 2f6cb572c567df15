import { test } from "vitest";
import { preload } from "./preload.ts";
import { search } from "./search.ts";
test("search", async () => {
  await preload();
  const t0 = process.hrtime.bigint();
  const names = new Map<string, number>();
  const from = Number(process.env.SEED ?? 1), n = Number(process.env.N ?? 20);
  for (let seed = from; seed < from + n; seed++) {
    try {
    const found = await search(seed, (title) => !process.env.SHRINK || names.has(title));
    if (!found) continue;
    const name = found.told.violation?.title ?? "";
    if (!names.has(name)) console.log(seed, process.env.SHRINK ? "" : found.told.violation?.message.slice(0, 700), found.program);
    names.set(name, (names.get(name) ?? 0) + 1);
    } catch (e) { console.log(seed, "CRASH", (e as Error).stack?.slice(0, 900)); }
  }
  console.log([...names].map(([n, c]) => `${c} ${n}`).join('\n'), Number(process.hrtime.bigint() - t0) / 1e6);
}, 600_000);
