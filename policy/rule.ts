import type { PolicyResource } from "./resource.ts";

/** What the policies ask for, where that is a matter of taste. */
export interface Settings {
  /** The longest maintenance, in minutes. @default 480 */
  readonly maxMinutes: number;
  /**
   * Whether resources show which of their values are secret. Pulumi's policy runner hides it; mocks and an exported state
   * show it. @default true
   */
  readonly showsSecrets: boolean;
}

/** A resource that breaks a policy. */
export interface Violation {
  readonly policy: string;
  readonly resource: PolicyResource;
  readonly message: string;
}

/** The same, as the rule itself reports it. */
export type Finding = Omit<Violation, "policy">;

/** One policy. */
export interface Rule {
  readonly name: string;
  readonly description: string;
  /** Whether one resource says enough, or the rule compares resources of the whole stack. */
  readonly scope: "resource" | "stack";
  /** The setting that a policy pack may configure. */
  readonly setting?: "maxMinutes";
  readonly check: (resources: readonly PolicyResource[], settings: Settings) => Finding[];
}
