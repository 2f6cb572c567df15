import type { Values } from "../../laws/grpc.ts";
import type { Action } from "../action.ts";
import type { Fault } from "../network.ts";
import type { Declared } from "../program.ts";
import type { Typed } from "../scene.ts";
import type { Setting } from "../story.ts";

/** A story that a seed has found, or that somebody has thought of. Told to its end, it must break no law. */
export interface Story {
  readonly title: string;
  readonly actions: readonly Action[];
  readonly setting?: Setting;
  /** A known defect breaks it. */
  readonly isRed?: true;
}

type More = Partial<Omit<Declared, "args">> & { readonly insteadOf?: string };

/** The stack "shop" declares a resource; on hub acme, unless the arguments say otherwise. */
const declare =
  (kind: string, minimal: Values) =>
  (name: string, args: Values = {}, more: More = {}): Action => ({
    do: "declare",
    stack: "shop",
    ...more,
    name,
    kind,
    args: { ...minimal, ...args },
  });

export const service = declare("Service", { hub: "acme", groupId: 1, name: "web" });
export const template = declare("IncidentTemplate", { hub: "acme", body: "We look." });
export const subscription = declare("Subscription", {
  hub: "acme",
  method: "email",
  address: "ops@example.com",
  services: "all",
});
export const hub = declare("Hub", { subdomain: "acme" });
export const maintenance = declare("Maintenance", {
  hub: "acme",
  title: "Patch",
  startTime: "2026-04-05T02:00:00Z",
  endTime: "2026-04-05T03:00:00Z",
  serviceStatuses: [{ service: "1", status: "down" }],
});

/** Somebody else creates a record on hub acme. */
export const byHand = (kind: string, values: Values): Action => ({ do: "create by hand", hub: "acme", kind, values });

export const up = (options: Partial<Typed> = {}): Action => ({ do: "run", stack: "shop", command: "up", ...options });

/** What happens to the first POST of a command. */
export const firstPost = (as: Fault["as"], effect: Fault["effect"]): { readonly fault: Fault } => ({
  fault: { on: "POST", after: 0, times: 1, as, effect },
});
