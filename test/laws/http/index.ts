import { accountLaws } from "./account.ts";
import { adoptionLaws } from "./adoption.ts";
import { changeLaws } from "./change.ts";
import { clearingLaws } from "./clearing.ts";
import { dateLaws } from "./dates.ts";
import { deletedLaws } from "./deleted.ts";
import { driftLaws } from "./drift.ts";
import { faultLaws } from "./fault.ts";
import { historyLaws } from "./history.ts";
import { identityLaws } from "./identity.ts";
import { incidentLaws } from "./incident.ts";
import { largeHubLaws } from "./large-hub.ts";
import type { HttpLaw } from "./law.ts";
import { leftoverLaws } from "./leftover.ts";
import { lifecycleLaws } from "./lifecycle.ts";
import { listLaws } from "./list.ts";
import { lookupLaws } from "./lookup.ts";
import { maintenanceLaws } from "./maintenance.ts";
import { nextRecordLaws } from "./next-record.ts";
import { ongoingLaws } from "./ongoing.ts";
import { ownershipLaws } from "./ownership.ts";
import { previewLaws } from "./preview.ts";
import { programSecretLaws } from "./program-secret.ts";
import { recoverLaws } from "./recover.ts";
import { relationLaws } from "./relation.ts";
import { replacementLaws } from "./replacement.ts";
import { secretLaws } from "./secret.ts";
import { seriesLaws } from "./series.ts";
import { seriesWriteLaws } from "./series-writes.ts";
import { omissionLaws, serverFormLaws } from "./server-form.ts";
import { subscriptionLaws } from "./subscription.ts";
import { unknownLaws } from "./unknown.ts";

/** Every law over HTTP. Those that take longest come first. */
export const httpLaws: readonly HttpLaw[] = [
  ...faultLaws,
  ...changeLaws,
  ...driftLaws,
  ...seriesLaws,
  ...seriesWriteLaws,
  ...dateLaws,
  ...historyLaws,
  ...nextRecordLaws,
  ...ongoingLaws,
  ...identityLaws,
  ...lifecycleLaws,
  ...serverFormLaws,
  ...omissionLaws,
  ...clearingLaws,
  ...adoptionLaws,
  ...relationLaws,
  ...listLaws,
  ...largeHubLaws,
  ...unknownLaws,
  ...leftoverLaws,
  ...recoverLaws,
  ...ownershipLaws,
  ...lookupLaws,
  ...replacementLaws,
  ...deletedLaws,
  ...accountLaws,
  ...subscriptionLaws,
  ...maintenanceLaws,
  ...secretLaws,
  ...programSecretLaws,
  ...incidentLaws,
  ...previewLaws,
];
