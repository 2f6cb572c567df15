import { createMark } from "../../cli/probe/mark.ts";
import { describeReport, reportOn } from "../../cli/probe/report.ts";
import { probe } from "../../cli/probe/run.ts";
import { createEmulator } from "../../emulator/index.ts";
import { demoPreset } from "./demo.ts";

/** The output of `pulumi-statushub probe --write`, as in a terminal. */
export async function probeReport(): Promise<string> {
  const assume = { "record-ids": "text", "freed-values": "reserved" } as const;
  const emulator = await createEmulator({ preset: demoPreset, assume });
  const { recording, left } = await probe(
    { baseUrl: emulator.url, apiKey: emulator.apiKey, apiKeySource: "environment" },
    {
      hub: "acme",
      areas: ["templates", "subscriptions"],
      mark: createMark(Date.now(), "demo"),
      signal: new AbortController().signal,
      confirm: async () => undefined,
    },
  );
  await emulator.close();
  const text = describeReport(reportOn(recording, left), false).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html>
<style>
  body { margin: 0; padding: 16px 20px; background: #0d1117; color: #e6edf3; }
  pre { margin: 0; font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; }
</style>
<pre><b>$ npx pulumi-statushub probe --hub acme --write</b>
${text}</pre>`;
}
