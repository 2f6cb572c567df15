import { requireSoleOwner } from "../lifecycle/adopt.ts";
import { check as checkDeclared } from "../lifecycle/check.ts";
import { diff as diffDeclared } from "../lifecycle/diff.ts";
import { doubtsAbout } from "../lifecycle/doubt.ts";
import { checkFailure, hubChange, withSecrets, withUnknowns } from "../pulumi.ts";
import { detailedDiff, type Kind } from "./detailed-diff.ts";
import { messages } from "./protocol.ts";
import { resolveReferences } from "./references.ts";
import { definitionIn, type Session } from "./session.ts";
import { fromStruct, isReference, toStruct } from "./values.ts";
import { refuseNewerState } from "./version.ts";

/*
 * What a preview needs: whether a program is sound, and how it differs from the state. Nothing is sent, but to find out
 * whether two hubs are the same.
 */

type CheckRequest = InstanceType<typeof messages.CheckRequest>;
type DiffRequest = InstanceType<typeof messages.DiffRequest>;

export async function check(session: Session, request: CheckRequest) {
  const definition = await definitionIn(request);
  const urn = request.getUrn();
  const declared = fromStruct(request.getNews());
  const { inputs, failures } = resolveReferences(declared);
  const news = withUnknowns(inputs);
  const hubUrn = isReference(declared.hub) ? declared.hub.urn : undefined;
  const found = [
    ...failures,
    ...checkDeclared(definition, news),
    ...session.declarations.check(definition, { urn, hubUrn }, news),
  ].map((failure) => checkFailure(definition, failure));
  const olds = resolveReferences(fromStruct(request.getOlds())).inputs;
  session.owners.noteCheck(definition, olds, news);
  for (const doubt of doubtsAbout(definition, olds, news)) session.once("warn", doubt, urn);
  return new messages.CheckResponse()
    .setInputs(toStruct(withSecrets(definition, inputs)))
    .setFailuresList(
      found.map(({ property, reason }) => new messages.CheckFailure().setProperty(property).setReason(reason)),
    );
}

export async function diff(session: Session, request: DiffRequest) {
  const definition = await definitionIn(request);
  const olds = fromStruct(request.getOlds());
  await refuseNewerState(definition, olds);
  const oldInputs = fromStruct(request.getOldInputs());
  const newInputs = fromStruct(request.getNews());
  const news = withUnknowns(newInputs);
  requireSoleOwner(session.owners, definition, { id: request.getId(), olds, news });

  const hub = await hubChange(olds, news, {
    idOf: async (subdomain) => session.account().hubs.idOf(subdomain),
    remark: (line) => session.once("info", line),
  });
  const { changed, replaces, deleteBeforeReplace } = diffDeclared(definition, olds, news, hub);
  const answer = new messages.DiffResponse()
    .setChanges(changed.length > 0 ? Changes.DIFF_SOME : Changes.DIFF_NONE)
    .setDiffsList([...changed])
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setHasdetaileddiff(true);
  for (const name of changed) {
    for (const [path, kind] of Object.entries(detailedDiff(name, oldInputs[name], newInputs[name]))) {
      const property = new messages.PropertyDiff().setInputdiff(true).setKind(kindOf(kind, replaces.includes(name)));
      answer.getDetaileddiffMap().set(path, property);
    }
  }
  return answer;
}

const Changes = messages.DiffResponse.DiffChanges;

function kindOf(kind: Kind, isReplaced: boolean) {
  const { Kind } = messages.PropertyDiff;
  if (kind === "add") return isReplaced ? Kind.ADD_REPLACE : Kind.ADD;
  if (kind === "delete") return isReplaced ? Kind.DELETE_REPLACE : Kind.DELETE;
  return isReplaced ? Kind.UPDATE_REPLACE : Kind.UPDATE;
}
