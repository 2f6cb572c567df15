import type { Values } from "../engine-model/grpc.ts";
import type { Step } from "../engine-model/state.ts";
import { kindOf } from "./kinds.ts";
import type { Row, Server } from "./server.ts";

export interface Creation {
  readonly stack: string;
  readonly urn: string;
  readonly step: Step;
  /** No output could report it, because its command had been killed or had already failed. */
  isLost: boolean;
  /** It is one that somebody had deleted, under a new ID. */
  readonly isRestored?: boolean;
  isDeleted?: true;
}

/** What a create sends in its POST. */
export function postedBy({ kind, inputs = {} }: Step): Values {
  const { adopt, repeat, notifications, ...posted } = inputs;
  return { kind, ...posted };
}

/** Returns the records that a step's resource adopts, by ID or by exactly the same identity. */
export function adoptedBy({ kind, inputs = {} }: Step, server: Server): string[] {
  const { table, unique } = kindOf(kind);
  const rows = server.edits.records(table) as unknown as Row[];
  if (kind === "Hub") return rows.filter((row) => row.subdomain === inputs.subdomain).map(({ id }) => `hubs/${id}`);
  const { adopt } = inputs;
  const onHub = rows.filter((row) => row.hub_id === server.hubOf(inputs));
  const value = inputs[unique?.name ?? ""];
  const isExact = (row: Row) => typeof value === "string" && value !== "" && row[unique?.field ?? ""] === value;
  const isAsked = (row: Row) =>
    typeof adopt === "string" ? String(row.id) === adopt : adopt === true && row.deleted !== true && isExact(row);
  return onHub.filter(isAsked).map(({ id }) => `${table}/${id}`);
}
