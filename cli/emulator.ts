import { Command, InvalidArgumentError, Option } from "commander";
import { createEmulator, type Emulator } from "../emulator/index.ts";
import { readPreset } from "../emulator/preset/file.ts";

interface Flags {
  readonly port: number;
  readonly data?: string;
  readonly preset?: string;
  readonly limits: boolean;
  readonly strict?: true;
  readonly documentedOnly?: true;
  readonly restore: "same-id" | "new-id";
  readonly lists: "basic" | "full";
}

/** `statushub emulator`: runs the emulator until it is told to stop. */
export const emulatorCommand = new Command("emulator")
  .description("Run an emulator of the whole StatusHub API on this machine, until Ctrl-C")
  .option("--port <number>", "port on 127.0.0.1", toPort, 4180)
  .option("--data <file>", "keep the records in this file between runs")
  .option("--preset <file>", "begin with the hubs, groups and keys of this JSON file, instead of hub acme")
  .option("--no-limits", "no rate limits, instead of 30 reads and 5 writes a second")
  .option("--strict", "refuse query parameters and body fields that the API does not know")
  .option("--documented-only", "leave out the operations that are only inferred")
  .addOption(
    new Option("--restore <id>", "id of a restored subscription").choices(["same-id", "new-id"]).default("same-id"),
  )
  .addOption(
    new Option("--lists <fields>", "fields in lists with basic info").choices(["basic", "full"]).default("basic"),
  )
  .action(run);

async function run({ data, preset, limits, strict, documentedOnly, ...flags }: Flags): Promise<void> {
  const emulator = await createEmulator({
    ...flags,
    limits: limits ? "real" : "off",
    strict: strict ?? false,
    documentedOnly: documentedOnly ?? false,
    ...(data !== undefined && { data }),
    ...(preset !== undefined && { preset: readPreset(preset) }),
  });
  process.stdout.write(greeting(emulator));
  const stop = () => {
    emulator.close().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    });
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

const greeting = ({ url, apiKey, pageUrl }: Emulator): string => `StatusHub emulator listening on ${url}

API key       ${apiKey}
Public page   ${pageUrl}

To use it in this shell:
  export STATUSHUB_BASE_URL=${url}
  export STATUSHUB_API_KEY=${apiKey}
or in a Pulumi stack:
  pulumi config set statushub:baseUrl ${url}
  pulumi config set --secret statushub:apiKey ${apiKey}

Ctrl-C stops it.
`;

function toPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return port;
}
