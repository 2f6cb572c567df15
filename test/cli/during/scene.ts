import { onTestFinished, vi } from "vitest";
import { type AnnounceOptions, announce } from "../../../cli/during/announce.ts";
import type { Emulator, EmulatorOptions } from "../../../emulator/index.ts";
import type { Declared } from "../../../model/api/form.ts";
import type { Account } from "../../../provider/client/account.ts";
import { email, fillHub } from "../../emulator/scene.ts";
import { takeWrites as writesOf } from "../../engine/page.ts";
import { reachAgain } from "../../provider/client/account.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";

/** Half past twelve, and some seconds. */
export const now = Date.parse("2026-11-23T12:30:10Z");

export interface Options extends AnnounceOptions {
  /** Values of the template. */
  readonly values?: Declared;
  /** In minutes. */
  readonly atMost?: number;
}

const values = { title: "Deploy", serviceStatuses: [{ service: "1", status: "degraded-performance" }] };

/** An emulator whose time stands still unless it is moved, with a service and a subscription in hub acme. */
export async function startHub(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await temporaryEmulator({ clock: { now: () => now }, ...options });
  fillHub(emulator, [["createSubscription", email()]]);
  if (!vi.isMockFunction(process.stderr.write)) readNotes();
  return emulator;
}

/** Starts a run of `during` whose command the test controls. */
export function startRun(
  emulator: Emulator,
  { values: more, atMost = 45, ...options }: Options = {},
  {
    account = reachAgain(emulator),
    subdomain = "acme",
    interrupted = new AbortController().signal,
    abandoned = new AbortController().signal,
  }: { account?: Account; subdomain?: string; interrupted?: AbortSignal; abandoned?: AbortSignal } = {},
) {
  const started = Promise.withResolvers<void>();
  const command = Promise.withResolvers<number>();
  const run = () => {
    started.resolve();
    if (interrupted.aborted) return Promise.resolve({ code: 130, hasRun: false });
    return command.promise.then((code) => ({ code, hasRun: true }));
  };
  const content = { values: { ...values, ...more }, atMost: atMost * 60_000 };
  const find = async () => {
    // A command has read its template by then, and knows the time of the service.
    await account.hubs.resolve({ subdomain });
    return { account, subdomain, template: "deploy", content };
  };
  const waitForRest = async () => [];
  const exitCode = announce(find, options, () => ({ run, waitForRest, interrupted, abandoned }));
  exitCode.then(
    () => started.resolve(),
    (error: unknown) => started.reject(error),
  );
  // A test may only look at the exit code.
  started.promise.catch(() => undefined);
  return {
    started: started.promise,
    exitCode,
    /** Ends the command, and returns the exit code of `during`. */
    end(code = 0) {
      command.resolve(code);
      return exitCode;
    },
  };
}

/** The maintenances of the hub, with the times of the day. */
export const windowsOf = (emulator: Emulator) =>
  emulator.records("maintenances").map(({ start_time, end_time }) => `${timeIn(start_time)} to ${timeIn(end_time)}`);

const timeIn = (time: unknown) => String(time).slice(11, 19);

/** The requests other than GET since the last call. */
export const takeWrites = (emulator: Emulator) => writesOf(emulator).map(({ method, path }) => `${method} ${path}`);

/** Collects what is written to stderr. */
export function readNotes(): () => string {
  const notes: string[] = [];
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => notes.push(String(text)) > 0);
  onTestFinished(() => spy.mockRestore());
  return () => notes.join("");
}
