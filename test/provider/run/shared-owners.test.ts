import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Declared } from "../../../model/api/form.ts";
import { definitions } from "../../../model/kinds/index.ts";
import { noState, readState } from "../../../provider/lifecycle/forms/state.ts";
import { Owners } from "../../../provider/lifecycle/record/owners.ts";
import { shareOwners } from "../../../provider/run/shared-owners.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

// A container's user often has no name, and then this throws.
vi.mock("node:os", async (load) => ({
  ...(await load<typeof import("node:os")>()),
  userInfo: () => {
    throw new Error("uv_os_get_passwd returned ENOENT");
  },
}));

const service = definitions.Service ?? expect.unreachable();
const ignore = () => undefined;
// A port on which no engine listens.
const engine = () => `127.0.0.1:${70_000 + Math.floor(Math.random() * 1e9)}`;
// Two processes that run for as long as the test.
const [own, other] = [process.pid, process.ppid];
const ended = spawnSync(process.execPath, ["--version"]).pid;

function ownersOf(address: string, { pid = own, baseUrl = "https://acme.example.com" } = {}): Owners {
  const shared = shareOwners(address, baseUrl, ignore, pid);
  onTestFinished(() => shared?.close());
  return new Owners(shared);
}

/** Returns which of these records a deletion leaves to other resources. */
const takenFrom = (owners: Owners, ids: readonly string[]) =>
  ids.filter((id) => owners.claimOn(service, { id, state: { ...noState, owner: "own" } }) === "owned");

test("OWN-3: what one process adopts or looks up isn't deleted by another one", () => {
  const address = engine();
  const [native, dynamic] = [ownersOf(address), ownersOf(address, { pid: other })];
  native.noteCheck(service, {}, { hub: "acme", groupId: 1, name: "Web", adopt: "7" } as Declared);
  native.mark(service, ["8"], "looks up");
  expect(["7", "8", "9"].map((id) => dynamic.claimOn(service, { id, state: noState }))).toEqual([
    "adopts",
    "looks up",
    undefined,
  ]);
  native.noteCheck(service, {}, { hub: "acme", groupId: 1, name: "Shop", customId: "shop", adopt: true } as Declared);
  const claims = ["shop", "web", undefined].map((customId) =>
    dynamic.claimOn(service, { id: "9", state: readState({ hub: "acme", customId }) }),
  );
  expect(claims).toEqual(["adopts", undefined, undefined]);
  native.add(service, ["7"], "k3j9");
  expect(takenFrom(dynamic, ["7"])).toEqual(["7"]);
  native.release(service, "7", "k3j9");
  expect(takenFrom(dynamic, ["7"])).toEqual([]);
});

test("another run and another account don't see it", () => {
  const address = engine();
  ownersOf(address).add(service, ["7"], "k3j9");
  for (const others of [
    ownersOf(engine(), { pid: other }),
    ownersOf(address, { pid: other, baseUrl: "https://globex.example.com" }),
  ]) {
    expect(takenFrom(others, ["7"])).toEqual([]);
  }
  ownersOf(address, { pid: ended }).add(service, ["8"], "k3j9");
  expect(takenFrom(ownersOf(address), ["8"])).toEqual([]);
  expect(shareOwners("no address", "https://acme.example.com", ignore)).toBeUndefined();
});

test("another user's process counts as running, and a process that has ended leaves nothing behind", () => {
  const [address, baseUrl] = [engine(), "https://acme.example.com"];
  const [first, second] = [1, own].map((pid) => shareOwners(address, baseUrl, ignore, pid) ?? expect.unreachable());
  const owners = ownersOf(address, { pid: other });
  vi.spyOn(process, "kill").mockImplementationOnce(() => {
    throw Object.assign(new Error("not permitted"), { code: "EPERM" });
  });
  onTestFinished(() => void vi.restoreAllMocks());
  first?.add("Service 7", "k3j9");
  expect(takenFrom(owners, ["7"])).toEqual(["7"]);

  second?.add("Service 8", "k3j9");
  expect(takenFrom(owners, ["8"])).toEqual(["8"]);
  first?.close();
  second?.close();
  expect(takenFrom(owners, ["7", "8"])).toEqual([]);
});

test("a file of a process that was killed is removed after a day", () => {
  const fileOf = (pid: number, hours: number) => {
    const path = join(tmpdir(), `pulumi-statushub-${process.getuid?.() ?? "user"}`, `${engine()}-${pid}-left`);
    writeFileSync(path, "");
    const written = Date.now() / 1000 - hours * 60 * 60;
    utimesSync(path, written, written);
    return path;
  };
  ownersOf(engine());
  const files = [fileOf(ended, 25), fileOf(ended, 23), fileOf(other, 25)];
  ownersOf(engine());

  expect(files.map((path) => existsSync(path))).toEqual([false, true, true]);
  for (const path of files) rmSync(path, { force: true });
});

const folder = () => join(tmpdir(), `pulumi-statushub-${process.getuid?.() ?? "user"}`);

test.each([
  ["is a file", () => writeFileSync(folder(), ""), "ENOTDIR"],
  ["is in a file", () => vi.stubEnv("TMPDIR", fileURLToPath(import.meta.url)), "ENOTDIR"],
  ["is in a folder that can't be written to", () => vi.stubEnv("TMPDIR", "/proc"), "ENOENT"],
  [
    "is somebody else's",
    () => {
      vi.spyOn(process, "getuid").mockReturnValue(54_321);
      mkdirSync(folder());
    },
    "EPERM",
  ],
])("OWN-1: if the folder %s, the process goes on alone, with one warning", async (_, prepare, reason) => {
  vi.stubEnv("TMPDIR", await temporaryFolder());
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  prepare();
  const warnings: string[] = [];
  const shared = shareOwners(engine(), "https://acme.example.com", (line) => warnings.push(line));
  const owners = new Owners(shared);
  owners.add(service, ["7"], "k3j9");
  expect(takenFrom(owners, ["7"])).toEqual(["7"]);
  shared?.close();
  expect(warnings).toEqual([expect.stringContaining(`can't be used (${reason})`)]);
});
