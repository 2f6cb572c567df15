import { onTestFinished } from "vitest";
import { createEmulator, type Emulator, type EmulatorOptions } from "../../emulator/index.ts";

export interface Response {
  readonly status: number;
  readonly headers: Headers;
  // A test reads a value that it expects, and fails if it is missing.
  // biome-ignore lint/suspicious/noExplicitAny: the body of a response is what the tests are about
  readonly body: any;
}

export interface Api {
  readonly emulator: Emulator;
  get(path: string, key?: string): Promise<Response>;
  post(path: string, body?: unknown, key?: string): Promise<Response>;
  put(path: string, body?: unknown, key?: string): Promise<Response>;
  delete(path: string, key?: string): Promise<Response>;
}

/** Starts an emulator for one test: strict and without limits by default. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Api> {
  const emulator = await createEmulator({ limits: "off", strict: true, ...options });
  onTestFinished(() => emulator.close());
  return apiOf(emulator);
}

/** Sends requests to an emulator like any HTTP client. */
export function apiOf(emulator: Emulator): Api {
  const send = async (method: string, path: string, { body, key }: { body?: unknown; key?: string | undefined }) => {
    const headers = {
      "X-API-KEY": key ?? emulator.apiKey,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    };
    const content = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(emulator.url + path, { method, headers, body: content });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    emulator,
    get: (path, key) => send("GET", path, { key }),
    post: (path, body, key) => send("POST", path, { body, key }),
    put: (path, body, key) => send("PUT", path, { body, key }),
    delete: (path, key) => send("DELETE", path, { key }),
  };
}

/** Creates a service in group 1 of hub acme and returns its record. */
export async function createService(api: Api, fields: object = {}): Promise<Response["body"]> {
  return (await api.post("/hubs/acme/services", { group_id: 1, name: "Web", ...fields })).body;
}

export const utcTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
