import { test } from "vitest";
import type { Emulator, EmulatorOptions } from "../../emulator/index.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";

export interface Response {
  readonly status: number;
  readonly headers: Headers;
  // A test reads a value that it expects, and fails if it is missing.
  // biome-ignore lint/suspicious/noExplicitAny: the body of a response is what the tests are about
  readonly body: any;
}

export const startEmulator = async (options: EmulatorOptions = {}) => apiOf(await temporaryEmulator(options));

/** A test that may take an emulator of its own, `api`. */
export const it = test.extend("api", () => startEmulator());

export function clientOf({ url, controlUrl, apiKey }: Pick<Emulator, "url" | "controlUrl" | "apiKey">) {
  const send = async (method: string, address: string, body?: unknown, key = apiKey): Promise<Response> => {
    const headers = { "X-API-KEY": key, ...(body !== undefined && { "Content-Type": "application/json" }) };
    const content = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(address, { method, headers, body: content });
    const text = await response.text();
    // Only a server that differs sends anything but JSON.
    const isJson = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    send: (method: string, path: string, body?: unknown) => send(method.toUpperCase(), url + path, body),
    get: (path: string, key?: string) => send("GET", url + path, undefined, key),
    post: (path: string, body?: unknown, key?: string) => send("POST", url + path, body, key),
    put: (path: string, body?: unknown, key?: string) => send("PUT", url + path, body, key),
    delete: (path: string, key?: string) => send("DELETE", url + path, undefined, key),
    /** Sends a request to a control, whose path is relative to `/_emulator`. */
    control: (method: string, path: string, body?: unknown) => send(method, controlUrl + path, body),
  };
}

/** Sends requests to an emulator in this process, which can be controlled directly, too. */
export const apiOf = (emulator: Emulator) => ({ emulator, ...clientOf(emulator) });

export type Api = ReturnType<typeof apiOf>;

export async function createService(api: Api, fields: object = {}): Promise<Response["body"]> {
  return (await api.post("/hubs/acme/services", { group_id: 1, name: "Web", ...fields })).body;
}

export const utcTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
