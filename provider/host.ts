import type { ReadSetting } from "./config.ts";

/** What an adapter to one of Pulumi's protocols gives the provider. */
export interface Host {
  /** Reads a setting of the explicit provider, or of the stack. */
  readonly setting: ReadSetting;
  /** Ends what waits when Pulumi is interrupted. @default nothing does */
  readonly signal?: AbortSignal;
  /** Address of the engine, the same for all provider processes of a run. */
  readonly engine: string | undefined;
  /** Shows a line at a resource, or at the stack. Lines of `progress` are shown for the moment. */
  say(severity: "info" | "warning" | "error" | "progress", line: string, urn?: string): void;
  /** Names this version of the package in messages. */
  version(): Promise<string>;
}

/** The resource that an operation is about. */
export interface Resource {
  readonly kind: string;
  /** @default the protocol does not tell */
  readonly urn?: string;
  /** Time limit from `customTimeouts`. @default 0, which is none */
  readonly seconds?: number;
}

/** A resource with the ID under which Pulumi has its record. */
export interface ExistingResource extends Resource {
  readonly id: string;
}
