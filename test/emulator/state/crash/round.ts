import { stat } from "node:fs/promises";
import type { Ledger } from "./ledger.ts";
import { type EmulatorProcess, startProcess } from "./process.ts";

const headers = { "X-API-KEY": "emulator-admin-key", "Content-Type": "application/json" };
const writers = 4;
// Each service is created and then changed this often.
const versions = 5;
const room = 48 * 1024;

export interface Round {
  readonly data: string;
  readonly ledger: Ledger;
  /** Names the round and its records. */
  readonly number: number;
}

/**
 * Starts, checks the saved records, lets four clients write, and kills the process after a number of acknowledged
 * writes.
 */
export async function killRound(round: Round, killAfter: number): Promise<string[]> {
  const running = await startProcess(round.data);
  const problems = await contradictions(running, round.ledger);
  let answered = 0;
  let killed: Promise<void> | undefined;
  await write(running, round, (status) => {
    if (status === 200) answered += 1;
    if (answered >= killAfter) killed ??= running.kill();
    return status === 200;
  });
  await killed;
  return problems;
}

/** The same on a disk that is full after a few writes. Clients continue until five writes of each were rejected. */
export async function fullDiskRound(round: Round): Promise<string[]> {
  const size = await stat(round.data).then(
    (found) => found.size,
    () => 32 * 1024,
  );
  const running = await startProcess(round.data, size + room);
  const problems = await contradictions(running, round.ledger);
  let left = writers * 5;
  await write(running, round, (status) => {
    if (status !== 200 && status !== 507) problems.push(`A write on a full disk was answered with ${status}.`);
    if (status !== 200) left -= 1;
    return left > 0;
  });
  // Saved records can still be read.
  problems.push(...(await contradictions(running, round.ledger)));
  await running.kill();
  return problems;
}

/** Compares the records after a restart with what the clients know. */
export async function finalCheck({ data, ledger }: Round): Promise<string[]> {
  const running = await startProcess(data);
  const problems = await contradictions(running, ledger);
  await running.kill();
  return problems;
}

async function contradictions({ controlUrl }: EmulatorProcess, ledger: Ledger): Promise<string[]> {
  const response = await fetch(`${controlUrl}/records/services`);
  // The rows of services, with the two fields that the writers below sent.
  const { data } = (await response.json()) as { data: { custom_id: string; description: string }[] };
  return ledger.contradictions(new Map(data.map((row) => [row.custom_id, Number(row.description)])));
}

/** Four clients write in parallel until `goOn` returns false or the emulator has ended. */
async function write({ url }: EmulatorProcess, { ledger, number }: Round, goOn: (status: number) => boolean) {
  const client = async (writer: number) => {
    for (let count = 0; ; count += 1) {
      const name = `${number}-${writer}-${count}`;
      let path = "/hubs/acme/services";
      for (let version = 0; version < versions; version += 1) {
        ledger.send(name, version);
        const body = JSON.stringify({ group_id: 1, name, custom_id: name, description: String(version) });
        const method = version === 0 ? "POST" : "PUT";
        const response = await send(`${url}${path}`, { method, headers, body });
        if (response?.status === 200) ledger.acknowledge(name, version);
        else if (response) ledger.fail(name, version);
        if (!response || !goOn(response.status)) return;
        if (response.status !== 200) break;
        if (version === 0) path = `/hubs/acme/services/${response.id}`;
      }
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => client(writer)));
}

/** Undefined if the connection broke, because the outcome of the write isn't known then. */
async function send(url: string, init: RequestInit): Promise<{ status: number; id: number } | undefined> {
  try {
    const response = await fetch(url, init);
    // Every record has an ID. A rejection has none, but then the ID isn't read.
    const { id } = (await response.json()) as { id: number };
    return { status: response.status, id };
  } catch (error) {
    if (error instanceof Error && ["TypeError", "SyntaxError"].includes(error.name)) return undefined;
    throw error;
  }
}
