import { adoptionLaws } from "./adoption.ts";
import { changeLaws } from "./change.ts";
import { deletedLaws } from "./deleted.ts";
import { driftLaws } from "./drift.ts";
import { faultLaws } from "./fault.ts";
import { historyLaws } from "./history.ts";
import { identityLaws } from "./identity.ts";
import type { HttpLaw } from "./law.ts";
import { leftoverLaws } from "./leftover.ts";
import { lifecycleLaws } from "./lifecycle.ts";
import { listLaws } from "./list.ts";
import { ownershipLaws } from "./ownership.ts";
import { phaseLaws } from "./phase.ts";
import { previewLaws } from "./preview.ts";
import { recoverLaws } from "./recover.ts";
import { relationLaws } from "./relation.ts";
import { secretLaws } from "./secret.ts";
import { seenLaws } from "./seen.ts";
import { seriesLaws } from "./series.ts";
import { seriesWriteLaws } from "./series-writes.ts";
import { omissionLaws, serverFormLaws } from "./server-form.ts";
import { subscriptionLaws } from "./subscription.ts";
import { takenLaws } from "./taken.ts";

/** Every law over HTTP. Those that take longest come first. */
export const httpLaws: readonly HttpLaw[] = [
  ...faultLaws,
  ...changeLaws,
  ...driftLaws,
  ...seriesLaws,
  ...seriesWriteLaws,
  ...historyLaws,
  ...phaseLaws,
  ...identityLaws,
  ...lifecycleLaws,
  ...serverFormLaws,
  ...omissionLaws,
  ...adoptionLaws,
  ...relationLaws,
  ...listLaws,
  ...leftoverLaws,
  ...recoverLaws,
  ...ownershipLaws,
  ...takenLaws,
  ...seenLaws,
  ...deletedLaws,
  ...subscriptionLaws,
  ...secretLaws,
  ...previewLaws,
];
