import { expect } from "vitest";
import type { Values, Wire } from "../../../provider/resources/define.ts";
import { apiOf } from "../../emulator/emulation.ts";
import type { Scene, State } from "../lifecycle/scene.ts";

/** A value of one property: as declared, as sent, and what somebody else makes of it. */
export interface Field {
  readonly property: string;
  readonly declared: unknown;
  /** What the body of the write holds for it. */
  readonly sent: Wire;
  /** What somebody else sends. */
  readonly byHand: Wire;
  /** What a refresh shows after that. */
  readonly found: unknown;
}

/** Where records of a kind are, and what any of them declares. */
export interface Kind {
  readonly collection: string;
  readonly base: Values;
}

/**
 * A value is sent under its documented name, comes back clean, shows when somebody else changes it, and is put back by a
 * PUT that holds nothing else.
 */
export async function expectRoundTrip(scene: Scene, kind: Kind, field: Field): Promise<State> {
  const declared = { ...kind.base, [field.property]: field.declared };
  const made = await scene.create(declared);
  expect(Object.assign({}, ...scene.takeWrites().map(({ body }) => body))).toMatchObject(field.sent);
  expect(await scene.refresh(made)).toEqual(made);

  await changeByHand(scene, `${kind.collection}/${made.id}`, field.byHand);
  const drifted = await scene.refresh(made);
  expect(drifted.outputs[field.property]).toEqual(field.found);
  expect(scene.changed(drifted, declared)).toEqual([field.property]);

  scene.takeWrites();
  const mended = await scene.update(drifted, declared);
  expect(scene.takeWrites()).toEqual([{ call: `PUT ${kind.collection}/${made.id}`, body: field.sent }]);
  expect(await scene.refresh(mended)).toEqual(made);
  return made;
}

/** Somebody else sends a PUT in hub acme. */
export async function changeByHand({ emulator }: Scene, path: string, body: Wire): Promise<void> {
  const answer = await apiOf(emulator).put(`/hubs/acme/${path}`, body);
  expect(answer.status).toBe(200);
}

/** The record as the API answers it. */
export async function recordOf({ emulator }: Scene, path: string): Promise<Wire> {
  const answer = await apiOf(emulator).get(`/hubs/acme/${path}`);
  expect(answer.status).toBe(200);
  return answer.body;
}
