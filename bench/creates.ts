import { operations } from "../kinds/operations.ts";
import { createClient } from "../provider/client/client.ts";
import { type Arrivals, arrivalsAt, createService, type Service } from "./account.ts";
import type { Latency } from "./latency.ts";

export interface Creates {
  readonly count: number;
  readonly parallel: number;
  readonly latency: Latency;
  /** Milliseconds that the server works on each before it answers. @default 0 */
  readonly work?: number;
}

export interface Outcome extends Arrivals {
  readonly failed: number;
}

/** Creates services as Pulumi does, at most `parallel` at a time, but without the engine. */
export async function create({ count, parallel, latency, work = 0 }: Creates, meanwhile = noop): Promise<Outcome> {
  const service = await createService({}, latency);
  if (work > 0) service.emulator.faults.add({ method: "POST", delay: work, times: Number.POSITIVE_INFINITY });
  const { url: baseUrl, apiKey } = service;
  const client = createClient({ baseUrl, apiKey, apiKeySource: "environment" });
  let failed = 0;
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const body = { group_id: 1, name: `Service ${left}` };
      await client.perform(operations.createService, { subdomain: "acme" }, { body }).catch(() => {
        failed += 1;
      });
    }
  };
  try {
    await Promise.all([...Array.from({ length: parallel }, worker), meanwhile(service)]);
    return { ...arrivalsAt(service), failed };
  } finally {
    await service.close();
  }
}

const noop = async (_: Service) => undefined;
