import { uncheckedServices } from "./errors.ts";
import { nameOf, type PolicyResource } from "./resource.ts";
import type { Rule, Settings, Violation } from "./rule.ts";
import { address } from "./rules/address.ts";
import { coverage, findUnchecked } from "./rules/coverage.ts";
import { customId, maintenanceWindow, templateServices, title } from "./rules/records.ts";
import type { Coverage } from "./services.ts";

export type { PolicyResource } from "./resource.ts";
export type { Settings, Violation } from "./rule.ts";
export { findUnchecked } from "./rules/coverage.ts";
export { annotation, type Coverage, type ReadService, type ServiceName, tag } from "./services.ts";

/*
 * Checks of a program's declarations, for Pulumi's policy runner or a unit test. Nothing here imports Pulumi, because
 * the runner takes plain objects.
 */

const rules: readonly Rule[] = [address, customId, maintenanceWindow, title, templateServices, coverage];

/** An undefined setting keeps its default, such as the result of `config.getNumber`. */
const settingsFrom = ({ maxMinutes = 480, showsSecrets = true, ...others }: Partial<Settings>): Settings => ({
  maxMinutes,
  showsSecrets,
  ...others,
});

/**
 * Returns the resources of a program that break a policy.
 *
 * @example
 * ```ts
 * import { findViolations } from "pulumi-statushub/policy";
 *
 * const resources = [{ type: "statushub:index:Service", name: "api", props: { name: "API", groupId: 1 } }];
 * const messages = findViolations(resources).map(({ message }) => message); // it has no customId
 * ```
 */
export function findViolations(resources: readonly PolicyResource[], settings: Partial<Settings> = {}): Violation[] {
  const all = settingsFrom(settings);
  return rules.flatMap(({ name, check }) => check(resources, all).map((finding) => ({ policy: name, ...finding })));
}

type Report = (message: string, urn?: string) => void;

/** Arguments that Pulumi's policy runner passes to a policy; `@pulumi/policy` has the full type. */
interface Arguments {
  getConfig<T extends object>(): T;
}

/** A policy for one resource, as `@pulumi/policy` takes it. */
export interface ResourcePolicy {
  name: string;
  description: string;
  configSchema?: ConfigSchema;
  validateResource: (args: Arguments & PolicyResource, reportViolation: Report) => void;
}

/** A policy for all resources of a stack, as `@pulumi/policy` takes it. */
export interface StackPolicy {
  name: string;
  description: string;
  enforcementLevel?: "advisory";
  configSchema?: ConfigSchema;
  validateStack: (args: Arguments & { resources: readonly PolicyResource[] }, reportViolation: Report) => void;
}

interface ConfigSchema {
  properties: { [key: string]: { type: "integer"; minimum: number; default: number } };
}

/**
 * Returns the policies for a pack: `new PolicyPack("status-page", { policies: policies() })`. The pack's configuration
 * wins over these settings.
 *
 * @example
 * ```ts
 * import { PolicyPack } from "@pulumi/policy";
 * import { policies } from "pulumi-statushub/policy";
 *
 * new PolicyPack("status-page", { enforcementLevel: "mandatory", policies: policies({ maxMinutes: 240 }) });
 * ```
 */
export function policies(settings: Partial<Omit<Settings, "showsSecrets">> = {}): (ResourcePolicy | StackPolicy)[] {
  const all = settingsFrom({ ...settings, showsSecrets: false });
  const each = rules
    .filter((rule) => rule !== coverage || all.coverage !== undefined)
    .map((rule) => toPolicy(rule, all));
  return all.coverage === undefined ? each : [...each, uncheckedPolicy(all.coverage)];
}

/** Says in a preview what the coverage can't check yet. It is never mandatory, because nothing is wrong. */
const uncheckedPolicy = (coverage: Coverage): StackPolicy => ({
  name: "statushub-coverage-unchecked",
  description: "A preview knows the services of all infrastructure.",
  enforcementLevel: "advisory",
  validateStack({ resources }, reportViolation) {
    const names = findUnchecked(resources, coverage).map(nameOf);
    if (names.length > 0) reportViolation(uncheckedServices({ count: names.length, names: names.join(", ") }));
  },
});

function toPolicy(
  { name, description, scope, setting, check }: Rule,
  settings: Settings,
): ResourcePolicy | StackPolicy {
  const configured = (args: Arguments) => ({
    ...settings,
    ...args.getConfig<Partial<Settings>>(),
    showsSecrets: false,
  });
  const schema = setting && { [setting]: { type: "integer", minimum: 1, default: settings[setting] } as const };
  const shared = { name, description, ...(schema && { configSchema: { properties: schema } }) };
  if (scope === "stack") {
    return {
      ...shared,
      validateStack: (args, reportViolation) => {
        const found = check(args.resources, configured(args));
        for (const { message, resource } of found) reportViolation(message, resource.urn);
      },
    };
  }
  return {
    ...shared,
    validateResource: (args, reportViolation) => {
      for (const { message } of check([args], configured(args))) reportViolation(message);
    },
  };
}
