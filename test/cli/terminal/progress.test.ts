import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { escapeMark } from "../../../cli/terminal/output.ts";
import { type OnProgress, withProgress } from "../../../cli/terminal/progress.ts";

const clearLine = `${escapeMark}[2K${escapeMark}[G`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startWork({ isTTY, columns = 80 }: { isTTY: boolean; columns?: number }) {
  const written: string[] = [];
  const stream = { isTTY, columns, write: (text: string) => written.push(text) > 0 };
  const { promise, resolve } = Promise.withResolvers<string>();
  let report: OnProgress = () => undefined;
  const running = withProgress(
    "Reading",
    (onProgress) => {
      report = onProgress;
      return promise;
    },
    stream,
  );
  return { written, report: (...progress: [number, number]) => report(...progress), end: resolve, running };
}

describe("progress", () => {
  it("shows a bar with the time left once the work has taken two seconds, and clears the line at the end", async () => {
    const { report, written, end, running } = startWork({ isTTY: true });
    report(25, 100);
    await vi.advanceTimersByTimeAsync(1999);
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(1001);
    expect(written.at(-1)).toBe(`${clearLine}Reading [######------------------] 25/100  about 9 s left`);
    end("done");
    expect(await running).toBe("done");
    expect(written.at(-1)).toBe(clearLine);
  });

  it("stays on one line of a narrow terminal, because a second line could not be cleared", async () => {
    const { report, written, end, running } = startWork({ isTTY: true, columns: 20 });
    report(25, 100);
    await vi.advanceTimersByTimeAsync(3000);
    expect(written.at(-1)).toBe(`${clearLine}Reading [######----`);
    end("");
    await running;
  });

  it("shows the elapsed time of work that doesn't report how far it is", async () => {
    const { written, end, running } = startWork({ isTTY: true });
    await vi.advanceTimersByTimeAsync(3000);
    expect(written.at(-1)).toBe(`${clearLine}Reading ... 3 s`);
    end("");
    await running;
  });

  it("writes nothing if stderr isn't a terminal", async () => {
    const { report, written, end, running } = startWork({ isTTY: false });
    report(1, 2);
    await vi.advanceTimersByTimeAsync(9000);
    end("");
    await running;
    expect(written).toEqual([]);
  });
});
