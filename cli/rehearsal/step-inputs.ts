import type { Declared } from "../../model/api/form.ts";
import { pointerKey } from "../../model/pulumi/pointer.ts";
import { declaredFrom } from "../../provider/rehearse.ts";
import type { PreviewStep } from "../project/pulumi-preview.ts";
import { isSecret } from "../report/planned.ts";
import type { NotKnown } from "./outcome.ts";
import { decides, type PlannedValue, type Resolved, showsUnknown } from "./planned-value.ts";
import type { Actor } from "./providers.ts";
import { secretValue } from "./secret-value.ts";
import type { Stage } from "./stage.ts";
import { unknownValue } from "./unknown-value.ts";

/*
 * The inputs of a step, as far as a rehearsal can know them. A plan shows most values as they are, but masks secrets, and doesn't
 * know what the update makes. A value that isn't known leaves out its property and not its step, unless it decides which
 * record the step is about, or when.
 */

export interface StepInputs {
  readonly declared: Declared;
  readonly notKnown: readonly Pick<NotKnown, "property" | "reason">[];
  /** Whether it is known which record the step is about, and when. */
  readonly isDecided: boolean;
}

export async function inputsOf(
  stage: Stage,
  step: PreviewStep,
  { definition, page }: Pick<Actor, "definition" | "page">,
): Promise<StepInputs> {
  const inputs = Object.entries(step.newState?.inputs ?? {}).filter(([name]) => name !== pointerKey);
  const values: Record<string, unknown> = {};
  const missing: string[] = [];
  const notKnown: Pick<NotKnown, "property" | "reason">[] = [];
  for (const [name, planned] of inputs) {
    // Three cases: a value; a value that stands in for one that isn't known, and why; or only why the property is left out.
    const { value, reason } = await resolve({ stage, step, definition, page, name, value: planned });
    if (reason !== undefined) notKnown.push({ property: name, reason });
    if (value === undefined) missing.push(name);
    else values[name] = value;
  }
  const lacksNeeded = missing.some((name) => decides(definition, name) || definition.properties[name]?.required);
  // The create adopts the record that has the declared identity. If that is a secret, its value here only stands in for it, so nobody
  // knows which record that is.
  const adoptsUnknown = values.adopt === true && notKnown.some(({ reason }) => reason === "secret-identity");
  const isDecided = !lacksNeeded && !adoptsUnknown;
  return { declared: declaredFrom(values), notKnown, isDecided };
}

async function resolve(planned: PlannedValue): Promise<Resolved> {
  if (isSecret(planned.value)) return secretValue(planned);
  if (showsUnknown(planned.value)) return unknownValue(planned);
  return { value: planned.value };
}
