import { lookups } from "../../model/kinds/index.ts";
import { kindIn, typeIn } from "../../model/pulumi/resource-type.ts";
import type { CheckFailure } from "../check-failure.ts";
import { StatusHubError } from "../client/errors.ts";
import { unknownFunction } from "../errors/native.ts";
import { declaredFrom, type Properties, secretNamesIn, secured, securedResult, storedFrom } from "../marks.ts";
import { definitionOf } from "../provider.ts";
import { withMarks, written } from "../results.ts";
import { detailedDiff } from "./detailed-diff.ts";
import { requireWhole } from "./errors.ts";
import { Empty, type Message, messages, propertiesIn, toStruct } from "./protocol.ts";
import { resolveReferences } from "./references.ts";
import type { Session } from "./session.ts";

/*
 * Calls about resources and functions: converts messages of the protocol for the provider and back.
 */

export async function check({ provider }: Session, request: Message<"CheckRequest">) {
  const inputs = propertiesIn(request.getNews());
  const previousInputs = propertiesIn(request.getOlds());
  const resource = resourceIn(request, inputs, previousInputs);
  const { resolved: declared, failures: wrongReferences } = resolveReferences(declaredFrom(inputs));
  const { resolved: previous } = resolveReferences(declaredFrom(previousInputs));
  const failures = provider.check(resource, { previous, declared }, wrongReferences);
  return new messages.CheckResponse()
    .setInputs(toStruct(secured(definitionOf(resource.kind), declared, inputs)))
    .setFailuresList(failures.map(checkFailureMessage));
}

export async function diff({ provider }: Session, request: Message<"DiffRequest">) {
  const outputs = propertiesIn(request.getOlds());
  const inputs = propertiesIn(request.getNews());
  const kept = { id: request.getId(), stored: storedFrom(outputs) };
  const declared = declaredFrom(inputs);
  const difference = await provider.diff(resourceIn(request, inputs, outputs), kept, declared);
  const { changed, replaces, deleteBeforeReplace } = difference;
  const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
  const response = new messages.DiffResponse()
    .setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE)
    .setDiffsList([...changed])
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setHasdetaileddiff(true);
  const details = detailedDiff(difference, declaredFrom(propertiesIn(request.getOldInputs())), declared);
  for (const [path, change] of Object.entries(details)) {
    const property = new messages.PropertyDiff().setInputdiff(true).setKind(messages.PropertyDiff.Kind[change]);
    response.getDetaileddiffMap().set(path, property);
  }
  return response;
}

export async function create({ provider }: Session, request: Message<"CreateRequest">) {
  const inputs = propertiesIn(request.getProperties());
  const resource = resourceIn(request, inputs);
  const declared = declaredFrom(inputs);
  const definition = definitionOf(resource.kind);
  const { id, properties } = request.getPreview()
    ? { id: "", properties: secured(definition, provider.previewCreate(resource, declared), inputs) }
    : requireWhole(await written(definition, inputs, provider.create(resource, declared)));
  return new messages.CreateResponse().setId(id).setProperties(toStruct(properties));
}

export async function read({ provider }: Session, request: Message<"ReadRequest">) {
  const outputs = propertiesIn(request.getProperties());
  const inputs = propertiesIn(request.getInputs());
  const resource = resourceIn(request, inputs, outputs);
  const { resolved: stored } = resolveReferences(storedFrom(outputs));
  // Languages may get a record only by its ID. Only for an import, Pulumi sends no inputs at all.
  const isImport = !request.hasInputs() && Object.keys(stored).length === 0;
  const found = await provider.read(resource, { id: request.getId(), stored }, isImport);
  const response = new messages.ReadResponse();
  if (found === undefined) return response;
  const read = withMarks(definitionOf(resource.kind), found, { outputs, inputs });
  return response.setId(read.id).setProperties(toStruct(read.outputs)).setInputs(toStruct(read.inputs));
}

export async function update({ provider }: Session, request: Message<"UpdateRequest">) {
  const outputs = propertiesIn(request.getOlds());
  const inputs = propertiesIn(request.getNews());
  const resource = resourceIn(request, inputs, outputs);
  const declared = declaredFrom(inputs);
  const kept = { id: request.getId(), stored: storedFrom(outputs) };
  const definition = definitionOf(resource.kind);
  const { properties } = request.getPreview()
    ? { properties: secured(definition, provider.previewUpdate(resource, kept, declared), inputs) }
    : requireWhole(await written(definition, inputs, provider.update(resource, kept, declared)));
  return new messages.UpdateResponse().setProperties(toStruct(properties));
}

export async function deleteRecord({ provider }: Session, request: Message<"DeleteRequest">) {
  const outputs = propertiesIn(request.getProperties());
  await provider.delete(resourceIn(request, outputs), { id: request.getId(), stored: storedFrom(outputs) });
  return new Empty();
}

export async function invoke({ provider }: Session, request: Message<"InvokeRequest">) {
  const lookup = lookups[kindIn(request.getTok()) ?? ""];
  if (lookup === undefined) {
    throw new StatusHubError(unknownFunction({ name: request.getTok() }));
  }
  const query = propertiesIn(request.getArgs());
  const { resolved: declared, failures: wrongReferences } = resolveReferences(declaredFrom(query));
  const asked = { lookup, marked: secretNamesIn(query) };
  const failures = await provider.checkLookup(asked, declared, wrongReferences);
  const response = new messages.InvokeResponse().setFailuresList(failures.map(checkFailureMessage));
  if (failures.length > 0) return response;
  return response.setReturn(toStruct(securedResult(await provider.lookup(asked, declared), query)));
}

export const checkFailureMessage = ({ property, reason }: CheckFailure) =>
  new messages.CheckFailure().setProperty(property).setReason(reason);

interface ResourceRequest {
  getUrn(): string;
  getType(): string;
  /** In seconds. Only calls that may take long have it. */
  getTimeout?(): number;
}

/** @param marked all values that Pulumi passes with its marks */
const resourceIn = (request: ResourceRequest, ...marked: readonly Properties[]) => ({
  // Engines before 3.130 send only the URN.
  kind: kindIn(request.getType() || typeIn(request.getUrn())) ?? request.getType(),
  marked: secretNamesIn(...marked),
  urn: request.getUrn(),
  seconds: request.getTimeout?.() ?? 0,
});
