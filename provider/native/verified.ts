import { StatusHubError } from "../client/errors.ts";
import { type Intent, verify } from "../lifecycle/verify.ts";
import { definitionOf, sortFindings, verifyRemark } from "../pulumi.ts";
import type { Definition } from "../resources/define.ts";
import type { Session } from "./session.ts";

/**
 * Compares what a preview plans to write with the API, where the user wants that. Pulumi stops at the first failure, so
 * only the strict way throws: else every line is shown at its resource.
 */
export async function showVerified(
  session: Session,
  { definition, urn, timeout }: { definition: Definition; urn: string; timeout: number },
  { olds, news }: Pick<Intent, "olds" | "news">,
): Promise<void> {
  const mode = session.verify;
  if (mode === "off") return;
  const account = session.account(timeout);
  session.once("info", verifyRemark(account.client.connection));
  const findings = await verify(account, definition, { olds, news, owners: session.owners, definitionOf });
  const { failing, shown } = sortFindings(findings, mode);
  for (const { line, fails } of shown) session.once(fails ? "error" : "warn", line, urn);
  if (failing.length > 0) throw new StatusHubError(failing.join("\n"));
}
