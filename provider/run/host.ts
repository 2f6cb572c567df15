import type { ReadSetting } from "../config.ts";
import type { MarkedNames } from "../lifecycle/forms/secrets.ts";

/** The functions and settings that an adapter to one of Pulumi's protocols supplies to the provider. */
export interface Host {
  readonly setting: ReadSetting;
  /** Cancels waiting operations when Pulumi is interrupted. @default never */
  readonly signal?: AbortSignal;
  /** Address of the engine, the same for all provider processes of a run. */
  readonly engine: string | undefined;
  /** Shows a line on a resource or on the stack. Lines of `progress` are only shown temporarily. */
  say(severity: "info" | "warning" | "error" | "progress", line: string, urn?: string): void;
  version(): Promise<string>;
}

/** The resource that an operation works on. */
export interface Resource {
  readonly kind: string;
  /** What the program marks as secret. No message shows it. */
  readonly marked: MarkedNames;
  /** @default unknown, if the protocol doesn't pass it */
  readonly urn?: string;
  /** Timeout from `customTimeouts`. @default 0, no timeout */
  readonly seconds?: number;
}
