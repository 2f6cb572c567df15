import type { Account } from "../client/account.ts";
import { isRefused } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import { type Definition, isAdopted, type Values } from "../resources/define.ts";
import { findRecordToAdopt } from "./adopt.ts";
import { bring, orKeep, outputsAfterWrite, type Target } from "./bring.ts";
import { bodyOf, changesBetween, postable } from "./changes.ts";
import { findDeletedTwin, refuseOrphan } from "./conflict.ts";
import { attempt } from "./failure.ts";
import { hubOf } from "./hub.ts";
import { postOnce } from "./post.ts";
import { restore } from "./restore.ts";
import type { Scope, Wanted } from "./search.ts";
import { outputsFrom } from "./state.ts";

export interface Created {
  readonly recordId: string;
  readonly outputs: Values;
}

/** A record as it is before it is brought to the declared values. */
interface Ensured {
  readonly target: Target;
  readonly outputs: Values;
}

/** Creates the record that a program declares, or adopts the one that exists. */
export function create(account: Account, definition: Definition, wanted: Wanted): Promise<Created> {
  const { news } = wanted;
  const { connection } = account.client;
  const verb = isAdopted(definition) ? "adopt" : "create";
  return attempt({ connection, definition, verb, values: news }, async () => {
    const collection = await account.open(definition.operations, hubOf(definition, undefined, news));
    const scope: Scope = { definition, collection };
    const existing = await findRecordToAdopt(scope, wanted);
    if (existing !== undefined) {
      const { target, outputs } = asItIs(scope, existing, news);
      return { recordId: target.recordId, outputs: await bring(target, outputs, news) };
    }
    const { target, outputs } = await ensure(scope, wanted);
    const complete = () => bring(target, outputs, news);
    return { recordId: target.recordId, outputs: await orKeep(target, { outputs, news }, complete) };
  });
}

/** Makes sure that the record exists: by one POST, or by restoring the deleted one that has the same identity. */
async function ensure(scope: Scope, wanted: Wanted): Promise<Ensured> {
  const { definition } = scope;
  const declared = postable(definition, wanted.news);
  const { body, sent } = bodyOf(changesBetween(definition, {}, declared));
  await refuseOrphan(scope, wanted, sent);
  try {
    const record = await postOnce(scope, wanted, { body, sent });
    const target: Target = { ...scope, recordId: String(record.id) };
    return { target, outputs: outputsAfterWrite(target, record, { olds: {}, declared, sent }) };
  } catch (error) {
    if (!isRefused(error)) throw error;
    const twin = await findDeletedTwin(scope, wanted, error);
    const { target, record } = await restore({ ...scope, recordId: String(twin.id) }, wanted.news);
    return asItIs(target, record, wanted.news);
  }
}

/** A record that exists. What the program declares and the record is not so yet does not count as declared. */
function asItIs({ definition, collection }: Scope, record: ApiRecord, news: Values): Ensured {
  const sighting = { definition, record, hubId: collection.hub.id };
  const found = outputsFrom(sighting, { olds: {}, declared: {} }).outputs;
  const { sent } = bodyOf(changesBetween(definition, found, news));
  const declared = Object.fromEntries(Object.entries(news).filter(([name]) => !sent.has(name)));
  const { outputs } = outputsFrom(sighting, { olds: found, declared });
  return { target: { definition, collection, recordId: String(record.id) }, outputs };
}
