import { escapeMark } from "./output.ts";

/** Shorter work, in milliseconds, shows no progress. */
const brief = 2000;

/** Milliseconds between two updates of the line. */
const interval = 250;

const length = 24;

/** Clears the line and returns to its start. */
const clearLine = `${escapeMark}[2K${escapeMark}[G`;

/** Called by work that knows how far it is. */
export type OnProgress = (done: number, total: number) => void;

/** Runs work, and shows on stderr how long it takes or, once it calls `onProgress`, a bar, if stderr is a terminal. */
export async function withProgress<Result>(
  title: string,
  work: (onProgress: OnProgress) => Promise<Result>,
  stream: Pick<NodeJS.WriteStream, "isTTY" | "columns" | "write"> = process.stderr,
): Promise<Result> {
  const started = performance.now();
  let reached: readonly [done: number, total: number] | undefined;
  let isShown = false;
  const show = () => {
    const elapsed = performance.now() - started;
    if (elapsed < brief) return;
    isShown = true;
    const line = `${title}${reached ? bar(reached, elapsed) : ` ... ${Math.round(elapsed / 1000)} s`}`;
    // A line that wraps could only be cleared in part.
    stream.write(clearLine + line.slice(0, (stream.columns || 80) - 1));
  };
  const timer = stream.isTTY ? setInterval(show, interval) : undefined;
  try {
    return await work((...progress) => {
      reached = progress;
    });
  } finally {
    clearInterval(timer);
    if (isShown) stream.write(clearLine);
  }
}

function bar([done, total]: readonly [done: number, total: number], elapsed: number): string {
  const filled = total === 0 ? 0 : Math.round((done / total) * length);
  const left = done === 0 ? "" : `  about ${Math.ceil(((elapsed / done) * (total - done)) / 1000)} s left`;
  return ` [${"#".repeat(filled)}${"-".repeat(length - filled)}] ${done}/${total}${left}`;
}
