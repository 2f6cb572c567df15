import type { Account } from "../client/account.ts";
import { findVerify, type ReadSetting } from "../config.ts";
import type { Intent } from "../lifecycle/verify.ts";
import { definitionOf, sortFindings, unknownMark, verifyRemark } from "../pulumi.ts";
import type { Definition } from "../resources/define.ts";

interface Surroundings {
  readonly setting: ReadSetting;
  readonly account: () => Promise<Account>;
  /** Shows a line to the user, once. */
  readonly remark: (line: string) => void;
}

/**
 * Compares a resource with the API, where the user wants that. This protocol does not distinguish a preview from an `up`,
 * so both do it.
 *
 * @returns the failures of the check; what fails none of it is printed
 */
export async function verified(
  { setting, account, remark }: Surroundings,
  definition: Definition,
  intent: Omit<Intent, "definitionOf">,
): Promise<{ property: string; reason: string }[]> {
  const mode = findVerify(setting, (value) => value === unknownMark);
  if (mode === "off") return [];
  const [{ verify }, opened] = await Promise.all([import("../lifecycle/verify.ts"), account()]);
  remark(verifyRemark(opened.client.connection));
  const findings = await verify(opened, definition, { ...intent, definitionOf });
  const { failing, shown } = sortFindings(findings, mode);
  for (const { line, fails } of shown) remark(`${fails ? "up would fail" : "warning"}: ${line}`);
  return failing.map((reason) => ({ property: "", reason }));
}
