import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readStackLocks, removeStackLocks } from "../../../tools/engine/stack-lock.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { writeProgram } from "./fake-installation.ts";

const timestamp = "2026-01-01T00:00:00Z";
const contentOf = (pid: unknown, host = hostname()) =>
  JSON.stringify({ pid, username: "me", hostname: host, timestamp });

async function writeLock(content: string): Promise<string> {
  const folder = join(await temporaryFolder(), "locks");
  await mkdir(folder);
  await writeFile(join(folder, "a.json"), content);
  await writeFile(join(folder, "a.json.attrs"), "{}");
  return folder;
}

test.each([
  // Above the largest process ID on Linux and macOS.
  ["of a process that has ended", contentOf(99_999_999)],
  ["of an ID that another program has now, which is this one", contentOf(process.pid)],
  ["of an ID that a program of another user has now", contentOf(1)],
  ["without content", ""],
  ["that is truncated", contentOf(1).slice(0, 20)],
  ["that isn't an object", "null"],
  ["of no process", contentOf(0)],
  ["of a whole group of processes", contentOf(-1)],
  ["of an ID that isn't a number", contentOf("1")],
])("the lock %s isn't held, and is removed with its attributes", async (_, content) => {
  const folder = await writeLock(content);

  const locks = await readStackLocks(folder);
  expect(locks).toMatchObject([{ held: undefined }]);
  await removeStackLocks(locks);
  expect(await readdir(folder)).toEqual([]);
});

test("the lock of a running Pulumi is held until it is killed, even before its exit code is read", async () => {
  const program = join(await temporaryFolder(), "pulumi");
  await writeProgram(program, "echo $$; read forever");
  // The shell becomes a program that never reads its child's exit code.
  const parent = start("sh", ["-c", `exec 3<&0; '${program}' <&3 & exec sleep 60`]);
  const [pid] = await once(parent.stdout ?? parent, "data");
  const folder = await writeLock(contentOf(Number(pid)));

  expect(await readStackLocks(folder)).toMatchObject([{ held: "here", owner: { pid: Number(pid), timestamp } }]);
  process.kill(Number(pid), "SIGKILL");
  await expect.poll(() => readStackLocks(folder)).toMatchObject([{ held: undefined }]);
});

test("whether a process on another machine has ended can't be known here", async () => {
  const folder = await writeLock(contentOf(99_999_999, "another-machine"));

  expect(await readStackLocks(folder)).toMatchObject([{ held: "elsewhere", owner: { hostname: "another-machine" } }]);
});

test("a stack that was never locked has no locks", async () => {
  expect(await readStackLocks(join(await temporaryFolder(), "none"))).toEqual([]);
});

function start(command: string, args: string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}
