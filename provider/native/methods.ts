import { unknownFunction } from "../../errors/native.ts";
import { lookUps } from "../../kinds/index.ts";
import type { CheckFailure } from "../check-failure.ts";
import { StatusHubError } from "../client/errors.ts";
import {
  fromPulumi,
  holdsSecret,
  keepSecrets,
  type Properties,
  ResourceReference,
  Secret,
  securingPartial,
} from "../marks.ts";
import { kindIn, typeIn } from "../resource-type.ts";
import { detailedDiff } from "./detailed-diff.ts";
import { Empty, messages } from "./protocol.ts";
import { resolveReferences } from "./references.ts";
import type { Session } from "./session.ts";
import { fromStruct, markedIn, toStruct } from "./struct.ts";

/*
 * Calls about resources and functions: converts messages of the protocol for the provider and back.
 */

type Message<Name extends keyof typeof messages> = InstanceType<(typeof messages)[Name]>;

export async function check({ provider }: Session, request: Message<"CheckRequest">) {
  const marked = markedIn(request.getNews());
  const news = fromPulumi(marked);
  const { properties: declared, failures: found } = resolveReferences(news);
  const { properties: previous } = resolveReferences(fromStruct(request.getOlds()));
  const hubUrn = news.hub instanceof ResourceReference ? news.hub.urn : undefined;
  const checked = provider.check(resourceIn(request), { previous, declared }, { hubUrn, found });
  return new messages.CheckResponse()
    .setInputs(toStruct(keepSecrets(checked.declared, marked)))
    .setFailuresList(checked.failures.map(checkFailureMessage));
}

export async function diff({ provider }: Session, request: Message<"DiffRequest">) {
  const change = { stored: fromStruct(request.getOlds()), declared: fromStruct(request.getNews()) };
  const difference = await provider.diff(existingIn(request), change);
  const { changed, replaces, deleteBeforeReplace } = difference;
  const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
  const response = new messages.DiffResponse()
    .setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE)
    .setDiffsList([...changed])
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setHasdetaileddiff(true);
  const details = detailedDiff(difference, fromStruct(request.getOldInputs()), change.declared);
  for (const [path, kind] of Object.entries(details)) {
    const property = new messages.PropertyDiff().setInputdiff(true).setKind(messages.PropertyDiff.Kind[kind]);
    response.getDetaileddiffMap().set(path, property);
  }
  return response;
}

export async function create({ provider }: Session, request: Message<"CreateRequest">) {
  const resource = resourceIn(request);
  const marked = markedIn(request.getProperties());
  const declared = fromPulumi(marked);
  const secure = (stored: Properties) => keepSecrets(stored, marked);
  const response = new messages.CreateResponse();
  if (request.getPreview()) {
    return response.setProperties(toStruct(secure(await provider.previewCreate(resource, declared))));
  }
  const { id, stored } = await securingPartial(() => provider.create(resource, declared), secure);
  return response.setId(id).setProperties(toStruct(secure(stored)));
}

export async function read({ provider }: Session, request: Message<"ReadRequest">) {
  const [marked, markedInputs] = [markedIn(request.getProperties()), markedIn(request.getInputs())];
  const { properties } = resolveReferences(fromPulumi(marked));
  const found = await provider.read(existingIn(request), properties);
  const response = new messages.ReadResponse();
  if (found === undefined) return response;
  return response
    .setId(found.id)
    .setProperties(toStruct(keepSecrets(found.stored, marked)))
    .setInputs(toStruct(keepSecrets(found.declared, markedInputs)));
}

export async function update({ provider }: Session, request: Message<"UpdateRequest">) {
  const resource = existingIn(request);
  const marked = markedIn(request.getNews());
  const change = { stored: fromStruct(request.getOlds()), declared: fromPulumi(marked) };
  const secure = (stored: Properties) => keepSecrets(stored, marked);
  const stored = request.getPreview()
    ? await provider.previewUpdate(resource, change)
    : await securingPartial(() => provider.update(resource, change), secure);
  return new messages.UpdateResponse().setProperties(toStruct(secure(stored)));
}

export async function deleteRecord({ provider }: Session, request: Message<"DeleteRequest">) {
  await provider.delete(existingIn(request), fromStruct(request.getProperties()));
  return new Empty();
}

/** Runs a function of the package. */
export async function invoke({ provider }: Session, request: Message<"InvokeRequest">) {
  const lookUp = lookUps[kindIn(request.getTok()) ?? ""];
  if (lookUp === undefined) {
    throw new StatusHubError(unknownFunction({ name: request.getTok() }));
  }
  const marked = markedIn(request.getArgs());
  const { properties: declared, failures: found } = resolveReferences(fromPulumi(marked));
  const failures = await provider.checkLookUp(lookUp, declared, found);
  const response = new messages.InvokeResponse().setFailuresList(failures.map(checkFailureMessage));
  if (failures.length > 0) return response;
  const result = await provider.lookUp(lookUp, declared);
  // What is found by a secret may contain it under any key.
  return response.setReturn(toStruct(holdsSecret(marked) ? allSecret(result) : result));
}

const allSecret = (values: Properties): Properties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, new Secret(value)]));

export const checkFailureMessage = ({ property, reason }: CheckFailure) =>
  new messages.CheckFailure().setProperty(property).setReason(reason);

interface ResourceRequest {
  getUrn(): string;
  getType(): string;
  /** In seconds. Only calls that may take long have it. */
  getTimeout?(): number;
}

const resourceIn = (request: ResourceRequest) => ({
  // Engines before 3.130 send only the URN.
  kind: kindIn(request.getType() || typeIn(request.getUrn())) ?? request.getType(),
  urn: request.getUrn(),
  seconds: request.getTimeout?.() ?? 0,
});

const existingIn = (request: ResourceRequest & { getId(): string }) => ({
  ...resourceIn(request),
  id: request.getId(),
});
