import { describe, expect, it } from "vitest";
import { escapeMark } from "../../../cli/terminal/neutral.ts";
import { createProgress } from "../../../cli/terminal/progress.ts";

/** A bar whose time is set by hand, and what it writes. */
function createBar(isTTY: boolean) {
  const written: string[] = [];
  const clock = { now: 0 };
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 };
  return { clock, written, progress: createProgress("Reading", { stream, now: () => clock.now }) };
}

describe("the progress bar", () => {
  it("shows how far it is and the time left, once the work has taken two seconds, and goes away in the end", () => {
    const { progress, clock, written } = createBar(true);
    clock.now = 1999;
    progress.update(10, 100);
    expect(written).toEqual([]);
    clock.now = 3000;
    progress.update(25, 100);
    progress.update(26, 100);
    progress.end();
    const emptyLine = `${escapeMark}[2K${escapeMark}[G`;
    expect(written).toEqual([`${emptyLine}Reading [######------------------] 25/100  about 9 s left`, emptyLine]);
  });

  it("is silent where there is no terminal", () => {
    const { progress, clock, written } = createBar(false);
    clock.now = 9000;
    progress.update(1, 2);
    progress.end();
    expect(written).toEqual([]);
  });
});
