import { limitShared } from "../../errors/doctor.ts";
import { operations } from "../../kinds/operations.ts";
import { requestsPerSecond } from "../../provider/client/bounds.ts";
import type { Client } from "../../provider/client/client.ts";
import { isLimitExhausted } from "../../provider/client/errors.ts";
import { reasonOf } from "./failure.ts";
import { type Finding, failed, ok, unknown } from "./finding.ts";

/** As many reads as a second may hold, at the usual pace: alone, this client is never refused. */
export async function checkLimit(client: Client): Promise<Finding> {
  const reads = requestsPerSecond.reads;
  try {
    const read = () => client.perform(operations.listHubs, {}, { query: { per_page: 1 } });
    await Promise.all(Array.from({ length: reads }, read));
  } catch (error) {
    if (!isLimitExhausted(error)) return unknown("limit", `could not be checked: ${reasonOf(error)}`);
    return failed("limit", limitShared.limit());
  }
  const refused = client.describeUsage();
  return ok("limit", refused ?? `no other client was noticed during ${reads} reads; writes weren't checked`);
}
