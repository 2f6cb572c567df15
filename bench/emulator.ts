import { fork } from "node:child_process";
import { once } from "node:events";
import { Pool } from "undici";
import { createEmulator } from "../emulator/index.ts";

/**
 * How fast the emulator is, so that it is never what another bench measures. It runs in a process of its own; this one
 * sends the requests. `node bench/emulator.ts`
 */
interface Running {
  readonly origin: string;
  readonly key: string;
  readonly megabytes: number;
}

const isServer = process.argv[2] === "serve";

/** Serves an emulator that holds as many services as told, without limits, until the parent goes. */
async function serve(count: number): Promise<void> {
  const emulator = await createEmulator({ limits: "off" });
  const rows = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    hub_id: 1,
    name: `Service ${index}`,
    public_name: null,
    description: "A service of the bench, with a description as long as most are",
    group_id: (index % 8) + 1,
    custom_id: `service-${index}`,
    token: index.toString(16).padStart(32, "0"),
    archived: false,
    deleted: false,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
  }));
  const { lastIds, rows: others } = emulator.snapshot();
  emulator.restore({ lastIds, rows: { ...others, services: rows } });
  const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20);
  process.send?.({ origin: emulator.pageUrl, key: emulator.apiKey, megabytes } satisfies Running);
  process.once("disconnect", () => void emulator.close());
}

async function withServer<Result>(count: number, measure: (running: Running) => Promise<Result>): Promise<Result> {
  const child = fork(import.meta.filename, ["serve", String(count)]);
  const [running] = (await once(child, "message")) as [Running];
  try {
    return await measure(running);
  } finally {
    child.disconnect();
  }
}

type Request = (index: number) => { method: "GET" | "POST" | "PUT"; path: string; body?: string };

const seconds = 5;
const connections = 32;

/** Sends requests side by side for a few seconds and returns how many were answered in each of them. */
async function requestsPerSecond({ origin, key }: Running, request: Request): Promise<number> {
  const pool = new Pool(origin, { connections });
  const headers = { "X-API-KEY": key, "content-type": "application/json" };
  let answered = 0;
  let sent = 0;
  const start = performance.now();
  const worker = async () => {
    while (performance.now() - start < seconds * 1000) {
      const { path, ...rest } = request(sent++);
      const { statusCode, body } = await pool.request({ ...rest, path: `/api/v3/hubs/acme${path}`, headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(`The emulator answered ${statusCode} to ${path}.`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await pool.close();
  return Math.round(answered / seconds);
}

/** The median time of one request after the other, in milliseconds. */
async function latency({ origin, key }: Running, path: string): Promise<number> {
  const pool = new Pool(origin, { connections: 1 });
  const times: number[] = [];
  for (let count = 0; count < 300; count += 1) {
    const start = performance.now();
    const { body } = await pool.request({
      method: "GET",
      path: `/api/v3/hubs/acme${path}`,
      headers: { "X-API-KEY": key },
    });
    await body.dump();
    times.push(performance.now() - start);
  }
  await pool.close();
  return times.toSorted((first, second) => first - second)[150] ?? Number.NaN;
}

const row = (measure: string, value: string, bar: string) => console.log(`| ${measure} | ${value} | ${bar} |`);

async function report(): Promise<void> {
  row("measure", "value", "bar");
  row("---", "---", "---");
  await withServer(10_000, async (running) => {
    const rate = async (name: string, request: Request) =>
      row(`${name}, 10,000 records`, `${await requestsPerSecond(running, request)} /s`, "3,000 /s");
    await rate("GET of a record", (index) => ({ method: "GET", path: `/services/${(index % 10_000) + 1}` }));
    const body = JSON.stringify({ description: "changed" });
    await rate("PUT of a record", (index) => ({ method: "PUT", path: `/services/${(index % 10_000) + 1}`, body }));
    await rate("POST of a record", () => ({ method: "POST", path: "/services", body: '{"group_id":1,"name":"New"}' }));
    const time = await latency(running, "/services?per_page=100&page=50");
    row("list page of 100, 10,000 records", `${time.toFixed(2)} ms`, "5 ms");
  });
  await withServer(100_000, async ({ megabytes }) => row("memory with 100,000 records", `${megabytes} MB`, "400 MB"));
}

await (isServer ? serve(Number(process.argv[3])) : report());
