import { z } from "zod";
import { anyText, filledText } from "../../model/api/field.ts";
import { formatInstant } from "../../model/api/instant.ts";
import type { Emulation } from "../emulation.ts";
import { parsed } from "../http/validation.ts";
import { HttpError } from "../http-error.ts";
import type { HubRow } from "../resources/hub.ts";
import { type AccessRow, addressRange, type SignIn, signIn } from "../state/row.ts";
import type { Store } from "../state/store.ts";

const alertSchema = z.strictObject({ title: filledText, body: anyText.optional() });

const accessSchema = z.strictObject({
  sign_in: signIn.nullable().optional(),
  allowed_addresses: z.array(addressRange).optional(),
});

/** Who may see a hub's page. Omitted fields keep their values. */
export interface Access {
  /** Turning a method on turns the previous one off. With null, visitors don't need to sign in. */
  readonly sign_in?: SignIn | null | undefined;
  /** IPv4 addresses and ranges such as `10.0.0.0/8`. If empty, every address is admitted. */
  readonly allowed_addresses?: readonly string[] | undefined;
}

/** Documented: a state of the whole hub, not tied to a service. */
export interface Alert {
  readonly title: string;
  readonly body?: string | undefined;
}

/** Settings of a hub that only exist in the control panel. */
export interface HubSettings {
  /** Raises a platform alert on a hub, replacing the active one. Undefined ends the active one. */
  setPlatformAlert(hub: string, alert: Alert | undefined): void;
  /** Limits who may see a hub's page. */
  setAccess(hub: string, access: Access): void;
}

export function createHubSettings({ store, clock }: Emulation): HubSettings {
  const now = () => formatInstant(clock.now());
  return {
    setPlatformAlert: (subdomain, alert) => {
      const hub = getHub(store, subdomain);
      const alerts = store.table("platform_alerts");
      store.transaction(() => {
        for (const lasting of alerts.by("hub", hub.id).filter(({ end_time }) => end_time === null))
          alerts.put({ ...lasting, end_time: now() });
        if (!alert) return;
        const { title, body = "" } = parsed(alertSchema, alert);
        alerts.insert({ hub_id: hub.id, title, body, start_time: now(), end_time: null });
      });
    },
    setAccess: (subdomain, sent) => {
      const hub = getHub(store, subdomain);
      const { sign_in, allowed_addresses } = parsed(accessSchema, sent);
      const before = accessOf(store, hub);
      const access = {
        hub_id: hub.id,
        sign_in: sign_in === undefined ? (before?.sign_in ?? null) : sign_in,
        allowed_addresses: allowed_addresses ?? before?.allowed_addresses ?? [],
      };
      store.transaction(() => {
        if (before) store.table("accesses").put({ ...access, id: before.id });
        else store.table("accesses").insert(access);
      });
    },
  };
}

export function getHub(store: Store, subdomain: string): HubRow {
  const hub = store.table("hubs").findBy("subdomain", subdomain);
  if (!hub) throw new HttpError(404, `there is no hub ${subdomain}`);
  return hub;
}

/** Returns who may see a hub; undefined if everyone may. */
export const accessOf = (store: Store, hub: HubRow): AccessRow | undefined =>
  store.table("accesses").findBy("hub", hub.id);
