import { availableParallelism, totalmem } from "node:os";
import type { Measure } from "./row.ts";

const header = ["measure", "ours", "bar", "verdict", "figures behind it"];

export function toTable(measures: readonly Measure[]): string {
  const rows = measures.map(({ what, ours, bar, verdict, detail }) => [
    what,
    ours,
    bar,
    verdict === "not met" ? "**not met**" : verdict,
    detail,
  ]);
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `Node ${process.versions.node}, ${process.platform}, ${availableParallelism()} cores, ${gigabytes} GB`;
}
