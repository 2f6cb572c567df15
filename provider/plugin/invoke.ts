import { unknownFunction } from "../../errors/native.ts";
import { StatusHubError } from "../client/errors.ts";
import { lookups } from "../functions/index.ts";
import { argumentsOf, lookUp } from "../lifecycle/look-up.ts";
import { checkFailure, definitionOf } from "../pulumi.ts";
import { messages } from "./protocol.ts";
import { resolveReferences } from "./references.ts";
import { packageName, type Session } from "./session.ts";
import { fromStruct, toStruct } from "./values.ts";

type InvokeRequest = InstanceType<typeof messages.InvokeRequest>;

/** Runs a function of the package: a look-up of records that the program does not manage. */
export async function invoke(session: Session, request: InvokeRequest) {
  const name = request.getTok().replace(`${packageName}:index:`, "");
  const lookup = lookups[name];
  if (lookup === undefined) {
    throw new StatusHubError(unknownFunction({ name: request.getTok() }));
  }
  const definition = await definitionOf(lookup.kind);
  const { inputs, failures } = resolveReferences(fromStruct(request.getArgs()));
  const wrong = failures.length > 0 ? failures : argumentsOf({ definition, lookup }, inputs).failures;
  const found = wrong.map((failure) => checkFailure(definition, failure));
  const answer = new messages.InvokeResponse().setFailuresList(
    found.map(({ property, reason }) => new messages.CheckFailure().setProperty(property).setReason(reason)),
  );
  if (found.length > 0) return answer;
  return answer.setReturn(toStruct(await lookUp(session.account(), { definition, lookup }, inputs)));
}
