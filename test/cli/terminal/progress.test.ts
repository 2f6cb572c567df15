import { afterEach, beforeEach, expect, it, vi } from "vitest";
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

it.each<[says: string, stream: Parameters<typeof startWork>[0], progress: [number, number][], line?: string]>([
  ["stays on one line of a narrow terminal", { isTTY: true, columns: 20 }, [[25, 100]], "Reading [######----"],
  ["shows the elapsed time of work that doesn't report how far it is", { isTTY: true }, [], "Reading ... 3 s"],
  ["writes nothing if stderr isn't a terminal", { isTTY: false }, [[1, 2]]],
])("%s", async (_, stream, progress, line) => {
  const { report, written, end, running } = startWork(stream);
  for (const each of progress) report(...each);
  await vi.advanceTimersByTimeAsync(3000);
  expect(written.at(-1)).toBe(line && clearLine + line);
  end("");
  await running;
  expect(written.length > 0).toBe(stream.isTTY);
});
