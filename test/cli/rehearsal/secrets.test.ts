import { expect, it } from "vitest";
import type { ProviderName } from "../../engine-model/program.ts";
import { watch } from "../preview/difference.ts";
import { previewOf, rehearse } from "../preview/rehearsal.ts";
import { declare, keys, maintenance, page, service, startPage } from "./page.ts";

/*
 * Addresses that a plan masks.
 */

const api = service("api");
const email = (name: string, user = name) =>
  declare(name, "Subscription", { method: "email", address: `${user}-Vx7h@example.com`, services: "all" });

it.each<[provider: ProviderName, isAsked: boolean]>([
  ["native", false],
  ["dynamic", false],
  // Its replies don't tell apart two resources that differ only in a secret.
  ["dynamic", true],
])("takes no two secrets for one of which nothing is known (%s, asked: %s)", async (provider, isAsked) => {
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider, keys });
  const after = [page, api, email("one"), email("two")];
  await stack.up([page, api]);
  const compare = watch(emulator);
  const { replies, ...asked } = await stack.ask(after);
  const report = await previewOf(emulator, [isAsked && replies ? { ...asked, replies } : asked]);
  await stack.up(after);
  expect(report).toMatchObject({ fails: false, failures: [], writes: 2 });
  compare(report);
});

it.each([
  { method: "email", addresses: ["one-Vx7h@example.com", "ONE-Vx7h@example.com"], codes: ["SH4005"] },
  { method: "webhook", addresses: ["https://example.com/Vx7h", "https://example.com/vX7h"], codes: [] },
])(
  "[SAY-1] tells apart secrets that differ only in case as the method does: $method",
  async ({ method, addresses, codes }) => {
    const emulator = await startPage();
    const stack = rehearse({ emulator, provider: "native", keys });
    const subscriptions = addresses.map((address, index) =>
      declare(`team-${index}`, "Subscription", { method, address, services: "all" }),
    );
    const after = [page, api, ...subscriptions];
    await stack.up([page, api]);
    const report = await previewOf(emulator, [await stack.ask(after)]);
    const failure = await stack.up(after).catch((error: Error) => error.message);
    expect(report.failures.map(({ message }) => codeIn(message))).toEqual(codes);
    expect(codeIn(failure ?? "")).toBe(codes[0]);
  },
);

const codeIn = (message: string) => /\[(SH\d+)\]/.exec(message)?.[1];

it("[SAY-1] says that a recipient whose address changes gets an announcement at one of both", async () => {
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  await stack.up([page, api, email("team"), email("other")]);
  const after = [page, api, email("team", "new"), email("other"), maintenance("work")];
  const compare = watch(emulator);
  const report = await previewOf(emulator, [await stack.ask(after)]);
  await stack.up(after);
  expect(report.hubs).toMatchObject([{ messages: [{ recipients: { email: 2 }, dependsOnOrder: 0, rotated: 1 }] }]);
  expect(JSON.stringify(report)).not.toContain("Vx7h");
  compare(report);
});
