import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withLock } from "../../../tools/engine/lock.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const module = new URL("../../../tools/engine/lock.ts", import.meta.url);
const enter = async () => "entered";

test("one process holds a lock, the next one says what it waits for, and continues when the first is killed", async () => {
  const path = join(await temporaryFolder(), "a.lock");
  const holder = startProcess(path);
  expect(await holder.nextLine("stdout")).toBe("entered");

  const waiter = startProcess(path);
  expect(await waiter.nextLine("stderr")).toBe(`Waiting for another process, which has locked ${path}`);
  holder.kill();
  expect(await waiter.nextLine("stdout")).toBe("entered");
});

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };

test("a lock that another user's process holds is waited for as well", { skip: !isRoot }, async () => {
  const path = join(await temporaryFolder(), "a.lock");
  const holder = startProcess(path);
  expect(await holder.nextLine("stdout")).toBe("entered");
  await chmod(path, 0o666);
  await chmod(dirname(path), 0o777);

  const waiter = startProcess(path, nobody);
  expect(await waiter.nextLine("stderr")).toContain("Waiting for another process");
  holder.kill();
  expect(await waiter.nextLine("stdout")).toBe("entered");
});

test("a lock file that this user can't write is an error that says what to do", async () => {
  const path = join(await temporaryFolder(), "a.lock");
  await writeFile(path, "");
  await chmod(path, 0o444);
  await chmod(dirname(path), 0o755);

  const { nextLine } = startProcess(path, isRoot ? nobody : {});
  const line = await nextLine("stderr");
  expect(line).toContain(`Cannot lock ${path}: EACCES`);
  expect(line).toContain("Delete it, or make it writable for this user, and try again.");
});

test("two calls in one process take turns", async () => {
  const path = join(await temporaryFolder(), "a.lock");
  let inside = 0;
  const call = () =>
    withLock(path, async () => {
      inside += 1;
      await new Promise(setImmediate);
      return inside--;
    });

  expect(await Promise.all([call(), call()])).toEqual([1, 1]);
});

test("a lock is released after an action that fails", async () => {
  const path = join(await temporaryFolder(), "a.lock");

  await expect(withLock(path, () => Promise.reject(new Error("disk full")))).rejects.toThrow("disk full");
  expect(await withLock(path, enter)).toBe("entered");
});

/** Starts a process that takes the lock, says so once it has it, and keeps it until it is killed. */
function startProcess(path: string, user: { uid?: number; gid?: number } = {}) {
  const source = `
    const { withLock } = await import("${module}");
    const hold = () => { console.log("entered"); return new Promise(() => setInterval(() => {}, 1_000)); };
    await withLock(${JSON.stringify(path)}, hold).catch(({ message }) => console.error(message));
  `;
  const args = ["--no-warnings", "--input-type=module", "--eval", source];
  const child = spawn(process.execPath, args, { ...user, stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  onTestFinished(() => void kill());
  return {
    kill,
    async nextLine(stream: "stdout" | "stderr") {
      const [line] = await once(child[stream], "data");
      return String(line).trimEnd();
    },
  };
}
