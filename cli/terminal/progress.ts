import { escapeMark } from "./neutral.ts";

/** What is done in less time needs no bar; in milliseconds. */
const brief = 2000;

/** Between two pictures of the bar, in milliseconds. */
const interval = 100;

const length = 24;

/** Empties the line and goes to its beginning. */
const emptyLine = `${escapeMark}[2K${escapeMark}[G`;

/** How far some work is, at a terminal on stderr and nowhere else. */
export interface Progress {
  update(done: number, total: number): void;
  /** Takes the bar away. */
  end(): void;
}

export interface ProgressOptions {
  readonly stream?: Pick<NodeJS.WriteStream, "isTTY" | "write">;
  /** Milliseconds since some fixed moment. */
  readonly now?: () => number;
}

/** Shows a bar with the time left, as soon as the work has taken two seconds. */
export function createProgress(title: string, options: ProgressOptions = {}): Progress {
  const { stream = process.stderr, now = () => performance.now() } = options;
  const started = now();
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    update(done, total) {
      const time = now();
      if (!stream.isTTY || time - started < brief || time - drawn < interval) return;
      drawn = time;
      stream.write(`${emptyLine}${bar(title, { done, total, elapsed: time - started })}`);
    },
    end() {
      if (drawn > Number.NEGATIVE_INFINITY) stream.write(emptyLine);
    },
  };
}

/**
 * Waits for work that does not say how far it is, and shows for how long it has been going on.
 */
export async function withWaiting<Result>(title: string, work: Promise<Result>): Promise<Result> {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  let isDrawn = false;
  const timer = setInterval(() => {
    if (!process.stderr.isTTY || performance.now() - started < brief) return;
    isDrawn = true;
    process.stderr.write(`${emptyLine}${title} ... ${seconds()} s`);
  }, 500);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (isDrawn) process.stderr.write(emptyLine);
  }
}

function bar(title: string, { done, total, elapsed }: { done: number; total: number; elapsed: number }): string {
  const filled = total === 0 ? 0 : Math.round((done / total) * length);
  const left = done === 0 ? "" : `  about ${Math.ceil(((elapsed / done) * (total - done)) / 1000)} s left`;
  return `${title} [${"#".repeat(filled)}${"-".repeat(length - filled)}] ${done}/${total}${left}`;
}
