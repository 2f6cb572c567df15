import type { EmulatorAssumptions } from "../../../emulator/differences/assumptions.ts";
import { type Verdict, watchVerdict } from "../preview/difference.ts";
import { createKeys, previewOf, rehearse } from "../preview/rehearsal.ts";
import type { Edit } from "./edits.ts";
import { now, startPage } from "./page.ts";

interface Turned {
  readonly verdict: Verdict;
  readonly wrong: readonly string[];
}

/**
 * Previews an edit and carries it out, on a service that differs from what the copy assumes.
 *
 * @param difference such as `record-ids=text`
 */
export async function turn({ before, meanwhile, after }: Edit, difference: string): Promise<Turned> {
  const [guess = "", other] = difference.split("=");
  const assume = { [guess]: other } as EmulatorAssumptions;
  const keys = createKeys(60);
  const began = Date.now();
  const emulator = await startPage({ keys, assume, clock: { now: () => now + Date.now() - began } });
  const empty = emulator.snapshot();
  let stack = rehearse({ emulator, provider: "native", keys });
  await stack.up(before).catch(async () => {
    // The service has become so later.
    emulator.assume({});
    emulator.restore(empty);
    stack = rehearse({ emulator, provider: "native", keys });
    await stack.up(before);
    emulator.assume(assume);
  });
  meanwhile?.(emulator);
  const report = await previewOf(emulator, [await stack.ask(after)]);
  const judge = await watchVerdict(emulator, { guess, key: keys.take() });
  emulator.clearRequests();
  const failure = await stack.up(after).then(
    () => undefined,
    ({ message }: Error) => message,
  );
  const writes = emulator.requests.filter(({ method }) => method !== "GET").length;
  return judge(report, { writes, ...(failure !== undefined && { failure }) });
}
