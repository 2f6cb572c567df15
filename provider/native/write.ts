import { remove } from "../lifecycle/delete.ts";
import { diff } from "../lifecycle/diff.ts";
import { create as createRecord, update as updateRecord } from "../lifecycle/reconcile.ts";
import { declaredIn } from "../lifecycle/state.ts";
import { withSecrets, withUnknowns } from "../pulumi.ts";
import type { Definition } from "../resources/define.ts";
import { keepingPartial } from "./failures.ts";
import { outputsOfCreate, outputsOfUpdate } from "./preview.ts";
import { Empty, messages } from "./protocol.ts";
import { definitionIn, type Session } from "./session.ts";
import { fromStruct, toStruct } from "./values.ts";
import { showVerified } from "./verified.ts";

type CreateRequest = InstanceType<typeof messages.CreateRequest>;
type UpdateRequest = InstanceType<typeof messages.UpdateRequest>;
type DeleteRequest = InstanceType<typeof messages.DeleteRequest>;

export async function create(session: Session, request: CreateRequest) {
  const definition = await definitionIn(request);
  const news = fromStruct(request.getProperties());
  const answer = new messages.CreateResponse();
  if (request.getPreview()) {
    await showVerified(session, planned(definition, request), { olds: {}, news: withUnknowns(news) });
    return answer.setProperties(toStruct(withSecrets(definition, outputsOfCreate(definition, news))));
  }
  return keepingPartial(definition, async () => {
    const { owners } = session;
    const account = session.account(request.getTimeout());
    const { recordId, outputs, remark } = await createRecord(account, definition, { news, owners });
    if (remark !== undefined) session.once("warn", remark, request.getUrn());
    return answer.setId(recordId).setProperties(toStruct(withSecrets(definition, outputs)));
  });
}

const planned = (definition: Definition, request: CreateRequest | UpdateRequest) => ({
  definition,
  urn: request.getUrn(),
  timeout: request.getTimeout(),
});

export async function update(session: Session, request: UpdateRequest) {
  const definition = await definitionIn(request);
  const [olds, news] = [fromStruct(request.getOlds()), fromStruct(request.getNews())];
  const answer = new messages.UpdateResponse();
  if (request.getPreview()) {
    const declared = { olds: declaredIn(definition, olds), news: withUnknowns(news) };
    await showVerified(session, planned(definition, request), declared);
    const { changed } = diff(definition, olds, declared.news);
    return answer.setProperties(toStruct(withSecrets(definition, outputsOfUpdate(olds, news, changed))));
  }
  return keepingPartial(definition, async () => {
    const change = { id: request.getId(), olds, news, owners: session.owners };
    const { outputs } = await updateRecord(session.account(request.getTimeout()), definition, change);
    return answer.setProperties(toStruct(withSecrets(definition, outputs)));
  });
}

export async function deleteRecord(session: Session, request: DeleteRequest) {
  const definition = await definitionIn(request);
  const record = { id: request.getId(), olds: fromStruct(request.getProperties()), owners: session.owners };
  const remark = await remove(session.account(request.getTimeout()), definition, record);
  if (remark !== undefined) session.log.info(remark, request.getUrn());
  return new Empty();
}
