import type { EmulatorAssumptions } from "../../emulator/differences/assumptions.ts";
import type { Values } from "../engine-model/grpc.ts";
import type { Declared } from "../engine-model/program.ts";
import type { Action } from "./action.ts";
import type { Fault } from "./network.ts";
import type { Invocation } from "./scene.ts";

/** Scenarios that a seed has found, or that somebody has thought of, by their titles. */
export type Examples = Readonly<Record<string, readonly Action[]>>;

type More = Partial<Omit<Declared, "args">> & { readonly insteadOf?: string };

/** The stack "shop" declares a resource; on hub acme, unless the arguments say otherwise. */
export const declare =
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

export const createdInPanel = (kind: string, values: Values): Action => ({
  do: "create in the panel",
  hub: "acme",
  kind,
  values,
});

export const up = (options: Partial<Invocation> = {}): Action => ({
  do: "run",
  stack: "shop",
  command: "up",
  ...options,
});

export const wait = (hours: number): Action => ({ do: "wait", hours });

export const drop = (name: string): Action => ({ do: "drop", stack: "shop", name });

export const server = (assume: EmulatorAssumptions): Action => ({ do: "server", assume });

/** What happens to the first POST of a command. */
export const firstPost = (as: Fault["as"], effect: Fault["effect"]): { readonly fault: Fault } => ({
  fault: { on: "POST", after: 0, times: 1, as, effect },
});
