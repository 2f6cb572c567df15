import { existsSync } from "node:fs";
import { presetIgnored } from "../../emulator/errors.ts";
import {
  createEmulator,
  documentedOnly,
  type Emulator,
  type EmulatorAssumptions,
  type Rates,
} from "../../emulator/index.ts";
import { readPreset } from "../../emulator/preset/schema.ts";
import { signals } from "../terminal/interrupt.ts";

export interface EmulatorFlags {
  readonly port: number;
  readonly data?: string;
  readonly preset?: string;
  readonly limits?: Rates;
  readonly noLimits?: true;
  readonly strict?: true;
  readonly assume?: EmulatorAssumptions;
  readonly documentedOnly?: true;
  readonly seriesDays: number;
}

export async function run({ data, preset, limits, strict, assume, ...flags }: EmulatorFlags): Promise<void> {
  const isKept = data !== undefined && existsSync(data);
  const emulator = await createEmulator({
    port: flags.port,
    seriesDays: flags.seriesDays,
    assume: { ...(flags.documentedOnly && documentedOnly), ...assume },
    limits: flags.noLimits ? "off" : (limits ?? "real"),
    strict: strict ?? false,
    ...(data !== undefined && { data }),
    ...(preset !== undefined && { preset: readPreset(preset) }),
  });
  process.stdout.write(greeting(emulator));
  if (isKept && preset !== undefined) process.stdout.write(`\n${presetIgnored({ data, preset })}\n`);
  const stop = () => {
    emulator.close().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    });
  };
  for (const signal of signals) process.once(signal, stop);
}

const greeting = ({ url, apiKey, pageUrl, controlUrl }: Emulator): string => `StatusHub emulator listening on ${url}

API key       ${apiKey}
Public pages  ${pageUrl}
Controls      ${controlUrl}

To use it in another shell:
  export STATUSHUB_BASE_URL=${url}
  export STATUSHUB_API_KEY=${apiKey}
or in a Pulumi stack:
  pulumi config set statushub:baseUrl ${url}
  pulumi config set --secret statushub:apiKey ${apiKey}

Ctrl-C stops it.
`;
