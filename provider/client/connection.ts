/** Where an API key came from, as the message about a rejected key says. */
export type Source = "Pulumi configuration" | "environment" | `provider "${string}"`;

/** Settings that a client needs to reach one account. */
export interface Connection {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiKeySource: Source;
}

/** Names an API key without showing it: by its last four characters if it is long enough. */
export function nameOfKey({ apiKey, apiKeySource }: Connection): string {
  const ending = apiKey.length >= 12 ? `the one ending in ${apiKey.slice(-4)}, ` : "";
  return `${ending}from the ${apiKeySource}`;
}

/** Whether a host, as written in a URL, is this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

/** The environment of this process. The provider reads it nowhere else. */
export const processEnvironment: NodeJS.ProcessEnv = process.env;
