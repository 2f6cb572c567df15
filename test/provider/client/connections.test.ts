import { createServer, type ServerResponse } from "node:http";
import { request } from "undici";
import { expect, test } from "vitest";
import { systemClock } from "../../../provider/client/clock.ts";
import { createConnections } from "../../../provider/client/connections.ts";
import { listening } from "./listening.ts";

test("a request is sent once it has a connection; each opening is measured, and the response frees the connection", async () => {
  const waiting: ServerResponse[] = [];
  const server = createServer((_, response) => waiting.push(response));
  const { url } = await listening(server);
  const connections = createConnections(url, {
    clock: systemClock,
    limits: { response: 1000, complete: 1000 },
    environment: {},
  });
  const left: number[] = [];
  const send = (name: number) => request(url, { dispatcher: connections.dispatcherOf(() => left.push(name)) });
  const response = () => waiting.shift()?.end();
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
  };
  expect(connections.hasConnection()).toBe(false);

  const first = Array.from({ length: 5 }, (_, index) => send(index));
  expect(left).toEqual([]);
  await until(() => waiting.length === 5);
  expect(left.toSorted()).toEqual([0, 1, 2, 3, 4]);
  expect(connections.openings).toHaveLength(5);
  expect(Math.min(...connections.openings)).toBeGreaterThan(0);
  expect(connections.hasConnection()).toBe(false);

  response();
  const { body } = await Promise.race(first);
  await body.dump();
  await until(() => connections.hasConnection());
  const again = send(5);
  expect(connections.hasConnection()).toBe(false);
  await until(() => left.includes(5));
  await until(() => waiting.length === 5);
  while (waiting.length > 0) response();
  await Promise.all([...first, again]);
});
