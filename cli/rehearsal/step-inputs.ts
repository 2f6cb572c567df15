import type { Declared } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { pointerKey } from "../../model/pulumi/pointer.ts";
import { declaredFrom } from "../../provider/rehearse.ts";
import type { PreviewStep } from "../project/pulumi-preview.ts";
import { isSecret } from "../report/planned.ts";
import type { NotKnown } from "./outcome.ts";
import { decides, known, type PlannedValue, type Resolved, showsUnknown } from "./planned-value.ts";
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
  /** Without the properties that the rehearsal leaves out. */
  readonly declared: Declared;
  /** The properties that were left out or have a stand-in, and why. */
  readonly notKnown: readonly Pick<NotKnown, "property" | "reason">[];
  /** Whether the step can be played: it is known which record it is about, and when. */
  readonly isDecided: boolean;
}

type NotKnownInput = StepInputs["notKnown"][number];

export async function inputsOf(
  stage: Stage,
  step: PreviewStep,
  { definition, page }: Pick<Actor, "definition" | "page">,
): Promise<StepInputs> {
  const values: Record<string, unknown> = {};
  const leftOut: string[] = [];
  const notKnown: NotKnownInput[] = [];
  for (const [property, planned] of Object.entries(step.newState?.inputs ?? {})) {
    if (property === pointerKey) continue;
    const resolved = await resolve({ stage, step, definition, page, name: property, value: planned });
    if (resolved.is === "left out") leftOut.push(property);
    else values[property] = resolved.value;
    if (resolved.is !== "known") notKnown.push({ property, reason: resolved.reason });
  }
  const lacksNeeded = leftOut.some((property) => isNeeded(definition, property));
  const isDecided = !lacksNeeded && !adoptsUnknown(values, notKnown);
  return { declared: declaredFrom(values), notKnown, isDecided };
}

async function resolve(planned: PlannedValue): Promise<Resolved> {
  if (isSecret(planned.value)) return secretValue(planned);
  if (showsUnknown(planned.value)) return unknownValue(planned);
  return known(planned.value);
}

/** Whether a step can't be played without a property. */
const isNeeded = (definition: Definition, property: string): boolean =>
  decides(definition, property) || definition.properties[property]?.required === true;

/** `adopt: true` takes the record that has the declared identity. If only a stand-in for that is known, nobody can tell which one it is. */
function adoptsUnknown({ adopt }: Readonly<Record<string, unknown>>, notKnown: readonly NotKnownInput[]): boolean {
  const isIdentityStandIn = notKnown.some(({ reason }) => reason === "secret-identity");
  return adopt === true && isIdentityStandIn;
}
