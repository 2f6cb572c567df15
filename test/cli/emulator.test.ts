import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

/** Runs `statushub` with these arguments, as a process of its own. */
function statushub(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ["cli/index.ts", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function greeting(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    if (text.includes("Ctrl-C stops it.")) break;
  }
  return text;
}

const urlIn = (text: string) =>
  /^StatusHub emulator listening on (http:\/\/127\.0\.0\.1:\d+\/api\/v3)$/m.exec(text)?.[1] ?? "";

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "statushub-cli-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe("statushub emulator", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "says how to use it, keeps its records, and ends cleanly on %s",
    async (signal) => {
      const data = join(await temporaryFolder(), "data");
      const first = statushub("emulator", "--port", "0", "--data", data);
      const text = await greeting(first);
      const url = urlIn(text);
      const key = "emulator-admin-key";
      expect(text).toContain(`STATUSHUB_BASE_URL=${url}`);
      expect(text).toContain(`STATUSHUB_API_KEY=${key}`);
      expect(text).toContain(`pulumi config set statushub:baseUrl ${url}`);
      expect(text).toContain(`pulumi config set --secret statushub:apiKey ${key}`);
      const headers = { "X-API-KEY": key, "Content-Type": "application/json" };
      const body = JSON.stringify({ name: "Renamed" });
      expect((await fetch(`${url}/hubs/acme`, { method: "PUT", headers, body })).status).toBe(200);
      first.kill(signal);
      expect(await once(first, "exit")).toEqual([0, null]);

      const second = statushub("emulator", "--port", "0", "--data", data);
      const answer = await fetch(`${urlIn(await greeting(second))}/hubs/acme`, { headers });
      expect(await answer.json()).toMatchObject({ name: "Renamed" });
    },
  );

  it("says in one line why it cannot start", async () => {
    const first = statushub("emulator", "--port", "0");
    const port = new URL(urlIn(await greeting(first))).port;
    const second = statushub("emulator", "--port", port);
    let errors = "";
    second.stderr?.on("data", (chunk) => {
      errors += chunk;
    });
    expect(await once(second, "exit")).toEqual([1, null]);
    expect(errors).toBe(`The emulator cannot listen on port ${port} of 127.0.0.1. Choose another port.\n`);
  });

  it("takes the other behaviours that the API leaves open", async () => {
    const child = statushub(
      "emulator",
      "--port",
      "0",
      "--no-limits",
      "--restore",
      "new-id",
      "--lists",
      "full",
      "--strict",
    );
    const url = `${urlIn(await greeting(child))}/hubs/acme`;
    const headers = { "X-API-KEY": "emulator-admin-key", "Content-Type": "application/json" };
    const send = async (method: string, path: string, body?: object) => {
      const response = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null });
      return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
    };
    const subscription = { address: "a@example.com", method_name: "email", services_selection: { all: true } };
    expect(await send("POST", "/subscriptions", subscription)).toMatchObject({ id: 1 });
    expect(await send("GET", "/subscriptions")).toMatchObject({ data: [{ configuration: {} }] });
    await send("DELETE", "/subscriptions/1");
    expect(await send("PUT", "/subscribers/1/subscriptions/1/restore")).toMatchObject({ id: 2 });
    expect(await send("PUT", "", { unknown: 1 })).toMatchObject({ status: 422 });
  });

  it("refuses a port that is none", async () => {
    const child = statushub("emulator", "--port", "70000");
    expect((await once(child, "exit"))[0]).not.toBe(0);
  });
});
