import type { PolicyResource } from "./resource.ts";
import type { Coverage } from "./services.ts";

/** Settings of the policies that are a matter of taste. */
export interface Settings {
  /** The longest maintenance, in minutes. @default 480 */
  readonly maxMinutes: number;
  /**
   * Whether resources show which of their values are secret. Pulumi's policy runner hides that; mocks and an exported
   * state show it. @default true
   */
  readonly showsSecrets: boolean;
  /** Which resources must have a service. @default no resource */
  readonly coverage?: Coverage;
}

/** A resource that breaks a policy. */
export interface Violation {
  readonly policy: string;
  readonly resource: PolicyResource;
  readonly message: string;
}

/** A violation as the rule itself reports it. */
export type Finding = Omit<Violation, "policy">;

export interface Rule {
  readonly name: string;
  readonly description: string;
  /** Whether the rule checks one resource, or compares resources of the whole stack. */
  readonly scope: "resource" | "stack";
  /** The setting that a policy pack may configure. */
  readonly setting?: "maxMinutes";
  readonly check: (resources: readonly PolicyResource[], settings: Settings) => Finding[];
}
