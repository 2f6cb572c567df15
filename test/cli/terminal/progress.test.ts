import { describe, expect, it } from "vitest";
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
    expect(written).toEqual(["\r\u001b[KReading [######------------------] 25/100  about 9 s left", "\r\u001b[K"]);
  });

  it("is silent where there is no terminal", () => {
    const { progress, clock, written } = createBar(false);
    clock.now = 9000;
    progress.update(1, 2);
    progress.end();
    expect(written).toEqual([]);
  });
});
