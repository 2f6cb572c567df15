import type { EmulatorAssumptions } from "../../emulator/differences/assumptions.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import type { Values } from "../engine-model/grpc.ts";
import type { Declared } from "../engine-model/program.ts";
import { checkCommand } from "./checks.ts";
import { bodyOf, kindOf, operation } from "./kinds.ts";
import { isLive } from "./owners.ts";
import { recover } from "./recover.ts";
import type { Invocation, Report, Scene } from "./scene.ts";

/** One event of a scenario. */
export type Action =
  /** Declares a resource, which replaces the one with the same name or the one called `insteadOf`. */
  | ({ readonly do: "declare"; readonly stack: string; readonly insteadOf?: string } & Declared)
  | { readonly do: "drop"; readonly stack: string; readonly name: string }
  | ({ readonly do: "run" } & Invocation)
  /** `pulumi-statushub recover` after a killed command. */
  | { readonly do: "recover"; readonly stack: string }
  /** A manual change in the control panel. */
  | { readonly do: "create in the panel"; readonly hub: string; readonly kind: string; readonly values: Values }
  | {
      readonly do: "change in the panel";
      readonly kind: string;
      readonly id: number;
      readonly values: Values;
      /** Whether it also changes the later dates of the series. */
      readonly isFollowing?: boolean;
    }
  | {
      readonly do: "delete in the panel" | "remove for good" | "restore in the panel";
      readonly kind: string;
      readonly id: number;
    }
  /** Visitors no longer see it. */
  | { readonly do: "archive"; readonly id: number }
  | { readonly do: "rename hub"; readonly id: number; readonly subdomain: string }
  /** Somebody deletes a service and the subscriptions that select it. */
  | { readonly do: "delete with subscriptions"; readonly id: number }
  | { readonly do: "swap hubs"; readonly ids: readonly [number, number] }
  /** The recipient of a subscription unsubscribes. */
  | { readonly do: "unsubscribe"; readonly id: number }
  | { readonly do: "wait"; readonly hours: number }
  /** The machine's clock is wrong by some minutes. */
  | { readonly do: "clock is off"; readonly minutes: number }
  /** From now on, the server differs from these guesses. */
  | { readonly do: "server"; readonly assume: EmulatorAssumptions };

/**
 * Performs one action. After each command, checks the laws.
 *
 * @param onFailure called with each error of a command
 * @throws Violation
 */
export async function perform(
  scene: Scene,
  action: Action,
  onFailure: (message: string) => void = () => undefined,
): Promise<Report | undefined> {
  switch (action.do) {
    case "declare": {
      const { do: _, stack: name, insteadOf, ...declared } = action;
      const stack = scene.stack(name);
      const others = stack.program.filter((each) => each.name !== declared.name && each.name !== insteadOf);
      stack.program = [...others.map((other) => withoutAlias(other, declared.name)), declared];
      return undefined;
    }
    case "drop": {
      const stack = scene.stack(action.stack);
      stack.program = stack.program.filter(({ name }) => name !== action.name);
      return undefined;
    }
    case "run": {
      const { do: _, ...invocation } = action;
      const report = await scene.run(invocation);
      for (const { message } of report.failed) onFailure(message);
      checkCommand(scene, report);
      return report;
    }
    case "recover":
      await recover(scene, scene.stack(action.stack));
      return undefined;
    case "wait":
      await scene.wait(action.hours * 3_600_000);
      return undefined;
    case "clock is off":
      scene.platform.skew = action.minutes * 60_000;
      return undefined;
    case "server":
      scene.server.emulation.differences.assume(action.assume);
      return undefined;
    default:
      performInPanel(scene, action);
      return undefined;
  }
}

/** Pulumi rejects a program if a resource has the name that another one lists as an alias. */
const withoutAlias = ({ aliases, ...declared }: Declared, taken: string): Declared =>
  aliases === undefined ? declared : { ...declared, aliases: aliases.filter(({ name }) => name !== taken) };

type PanelAction = Exclude<Action, { do: "declare" | "drop" | "run" | "recover" | "wait" | "clock is off" | "server" }>;

/** Changes that StatusHub's rules don't allow are skipped. */
function performInPanel(scene: Scene, action: PanelAction): void {
  const { server, rows } = scene;
  if (action.do === "rename hub") {
    if (server.hubNamed(action.subdomain) === undefined)
      server.edits.edit("hubs", action.id, { subdomain: action.subdomain });
    return;
  }
  if (action.do === "archive") {
    if (rows.has(`services/${action.id}`)) server.edits.edit("services", action.id, { archived: true });
    return;
  }
  if (action.do === "swap hubs") {
    const [one, other] = action.ids.map((id) => ({ id, subdomain: String(rows.get(`hubs/${id}`)?.subdomain) }));
    if (one === undefined || other === undefined) return;
    server.edits.edit("hubs", one.id, { subdomain: "between" });
    server.edits.edit("hubs", other.id, { subdomain: one.subdomain });
    server.edits.edit("hubs", one.id, { subdomain: other.subdomain });
    return;
  }
  if (action.do === "delete with subscriptions") {
    for (const [, { id, services_selection }] of scene.liveIn("subscriptions")) {
      const { service_ids = [] } = services_selection as { readonly service_ids?: number[] };
      if (service_ids.includes(action.id))
        performInPanel(scene, { do: "delete in the panel", kind: "Subscription", id });
    }
    performInPanel(scene, { do: "delete in the panel", kind: "Service", id: action.id });
    return;
  }
  if (action.do === "unsubscribe") {
    const row = rows.get(`subscriptions/${action.id}`);
    if (isLive(row) && row.protected !== true) server.edits.selfService.unsubscribe(action.id);
    return;
  }
  const kind = kindOf(action.kind);
  if (action.do === "create in the panel") {
    const body = bodyOf(kind, action.values);
    const { event_repeat, event_notifications, ...created } = body;
    server.panel(operation("create", kind), { subdomain: action.hub }, created);
    return;
  }
  const row = rows.get(`${kind.table}/${action.id}`);
  if (row === undefined) return;
  // Only the control panel can set the domain of a hub.
  if (kind.table === "hubs") {
    if (action.do === "change in the panel") server.edits.edit("hubs", action.id, action.values);
    return;
  }
  const subdomain = String(rows.get(`hubs/${row.hub_id}`)?.subdomain);
  const params = { subdomain, [kind.id]: String(action.id) };
  if (action.do === "change in the panel") {
    const recurring = action.isFollowing === true ? { recurring: { update_following: true } } : {};
    server.panel(operation("update", kind), params, { ...bodyOf(kind, action.values), ...recurring });
  }
  if (action.do === "delete in the panel") server.panel(operation("delete", kind), params);
  if (action.do === "remove for good") server.edits.remove(kind.table, action.id);
  if (action.do === "restore in the panel" && kind.name === "Subscription")
    server.panel("restoreSubscription" satisfies OperationName, params);
}
