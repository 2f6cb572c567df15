import { createServer } from "node:http";
import { expect, test } from "vitest";
import { operations } from "../../../model/kinds/operations.ts";
import { Client } from "../../../provider/client/client.ts";
import { listAll } from "../../../provider/client/list.ts";
import { listening } from "./listening.ts";
import { createRecordingClock } from "./recording-clock.ts";

test("LST-8: a list with a new record on every page is given up after 1,000 pages", async () => {
  let pages = 0;
  const server = createServer((_, response) => {
    pages += 1;
    response.end(JSON.stringify({ data: [{ id: pages }], page_count: 2_000 }));
  });
  const { url: baseUrl } = await listening(server);
  const connection = { baseUrl, apiKey: "key-of-nobody", apiKeySource: "environment" } as const;
  const client = new Client(connection, { clock: createRecordingClock() });

  await expect(listAll(client, operations.listHubs)).rejects.toThrow("/hubs has more than 1000 pages of 100 records");
  expect(pages).toBeLessThan(1_100);
});
