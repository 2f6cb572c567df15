import { request } from "node:http";
import { describe, expect } from "vitest";
import { type Api, it } from "../emulation.ts";

/** Sends a request with headers that fetch doesn't allow, and returns the status. */
const statusOf = (api: Api, method: string, path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = new URL(api.emulator.pageUrl);
    const sent = request(
      { port, method, path, headers: { "X-API-KEY": api.emulator.apiKey, ...headers } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.on("error", reject);
    sent.end();
  });

const paths = [
  ["GET", "/api/v3/hubs"],
  ["POST", "/_emulator/reset"],
  ["GET", "/"],
] as const;

describe("a browser on this machine", () => {
  it.for(["localhost", "127.0.0.1:4180", "[::1]:1", "LOCALHOST:80"])(
    "reaches everything at %s",
    async (host, { api }) => {
      for (const [method, path] of paths) expect(await statusOf(api, method, path, { host })).toBe(200);
    },
  );

  it.for(["emulator.example.com", "127.0.0.1.example.com", "localhost.example.com:4180", "10.0.0.1"])(
    "can't reach anything under the name %j, which another site may have pointed here",
    async (host, { api }) => {
      for (const [method, path] of paths) expect(await statusOf(api, method, path, { host })).toBe(403);
    },
  );

  it("may send requests from the emulator's own page", async ({ api }) => {
    const origin = api.emulator.pageUrl;
    const { host } = new URL(origin);
    expect(await statusOf(api, "POST", "/_emulator/reset", { host, origin })).toBe(200);
  });

  it.for([
    "https://example.com",
    "null",
    "http://localhost.example.com",
    "http://example.com#localhost",
    "http://localhost:3000",
    "https://127.0.0.1",
    "http://[::1]:8080",
  ])("may not send requests from a page at %s", async (origin, { api }) => {
    await api.put("/hubs/acme", { name: "Changed" });
    for (const [method, path] of paths) expect(await statusOf(api, method, path, { origin })).toBe(403);
    expect((await api.get("/hubs/acme")).body.name).toBe("Changed");
  });
});
