import type { Emulator, EmulatorOptions } from "../../emulator/index.ts";
import { down, fillHub } from "../emulator/scene.ts";
import { fakeProject } from "./fake-project.ts";
import { startAccount, statushub } from "./statushub.ts";

const stackUrn = "urn:pulumi:prod::shop::";

const defaultProvider = `${stackUrn}pulumi:providers:pulumi-nodejs::default::1`;

interface Managed {
  readonly kind?: string;
  readonly name: string;
  readonly id: string;
  readonly provider?: string;
}

/** A resource on hub acme, which every account here has. */
export const managed = ({ kind = "IncidentTemplate", name, id, provider }: Managed) => ({
  urn: `${stackUrn}pulumi-nodejs:dynamic/statushub:${kind}::${name}`,
  type: `pulumi-nodejs:dynamic/statushub:${kind}`,
  ...{ custom: true, id, inputs: { hub: "acme" }, outputs: { hubId: "1" } },
  provider: provider ? `${stackUrn}pulumi:providers:pulumi-nodejs::${provider}::1` : defaultProvider,
});

export const explicit = (name: string, { url, apiKey }: Emulator) => ({
  urn: `${stackUrn}pulumi:providers:pulumi-nodejs::${name}`,
  type: "pulumi:providers:pulumi-nodejs",
  inputs: { "statushub:baseUrl": url, "statushub:apiKey": apiKey },
});

/** An account with a service, and incident templates with these titles. */
export const startPage = (...titles: string[]) => startPageOf(titles);

export async function startPageOf(titles: readonly string[], options: EmulatorOptions = {}) {
  const { emulator, env } = await startAccount(options);
  const content = { incident_type: "investigating", service_statuses: down() };
  fillHub(
    emulator,
    titles.map((title) => ["createIncidentTemplate", { title, ...content }]),
  );
  const writes = () => emulator.requests.filter(({ method }) => method !== "GET").length;
  return { emulator, env, writes };
}

/** A project whose stack has these resources. Without a configuration, Pulumi fails to show it. */
export async function startProject(
  resources: readonly object[],
  { config, env = {} }: { config?: string; env?: object } = {},
) {
  const answers = { stack: { deployment: { resources } }, ...(config && { config }) };
  const { folder, PATH, calls } = await fakeProject(answers);
  return { run: (...args: string[]) => statushub(args, { cwd: folder, env: { ...env, PATH } }), calls };
}
