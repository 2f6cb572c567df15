import type { Emulator } from "../../../emulator/index.ts";
import type { Declared } from "../../engine-model/program.ts";
import { declare, maintenance, page, service, weekly } from "./page.ts";

/** An edit of a program whose report rests on guesses about StatusHub, or on none. */
export interface Edit {
  readonly before: readonly Declared[];
  readonly meanwhile?: (emulator: Emulator) => void;
  readonly after: readonly Declared[];
  /** The guesses that the report names. */
  readonly guesses?: readonly string[];
  /** How many of its lines say that they hold as far as we know. @default 0 */
  readonly marks?: number;
}

const api = service("api");
const hook = (more: object = {}) =>
  declare("team", "Subscription", { method: "webhook", address: "https://example.com/x", services: "all", ...more });
const template = (kind: string, title: string) => declare("work", kind, { title });

const deleteByHand =
  (table: "services" | "subscriptions"): NonNullable<Edit["meanwhile"]> =>
  (emulator) =>
    emulator.softDelete(table, 1);

export const edits: Readonly<Record<string, Edit>> = {
  "a service is renamed": { before: [page, api], after: [page, { ...service("API 2"), name: "api" }] },
  "a service with a long name is renamed": {
    before: [page, service("Frankfurt am Main")],
    after: [page, { ...service("Frankfurt an der Oder"), name: "Frankfurt am Main" }],
  },
  "a service is new": { before: [page], after: [page, api] },
  "a maintenance is announced": { before: [page, api], after: [page, api, maintenance("work")] },
  "a title changes its case": {
    before: [page, template("IncidentTemplate", "Down")],
    after: [page, template("IncidentTemplate", "DOWN")],
    guesses: ["texts"],
    marks: 1,
  },
  "a service leaves": {
    before: [page, api, service("web")],
    after: [page, api],
    guesses: ["delete-effect", "service-delete"],
    marks: 2,
  },
  "a service that somebody has deleted is created again": {
    before: [page, service("api", { customId: "api" })],
    meanwhile: deleteByHand("services"),
    after: [page, service("api", { customId: "api" })],
    guesses: ["freed-values"],
    marks: 1,
  },
  "a maintenance leaves": {
    before: [page, api, maintenance("work")],
    after: [page, api],
    guesses: ["delete-effect", "maintenance-silent"],
    marks: 3,
  },
  "a maintenance is renamed": {
    before: [page, api, maintenance("work")],
    after: [page, api, maintenance("work", { title: "Moving" })],
    guesses: ["maintenance-silent"],
    marks: 1,
  },
  "a maintenance reminds": {
    before: [page, api],
    after: [page, api, maintenance("work", { notifications: [{ offsetInMin: -60, offsetType: "start" }] })],
    guesses: ["maintenance-silent", "repeat-values"],
    marks: 1,
  },
  "a maintenance has begun": {
    before: [page, api],
    after: [page, api, maintenance("work", { startTime: "2126-02-28T23:00:00Z" })],
    guesses: ["start-now"],
    marks: 2,
  },
  "a draft is published": {
    before: [page, api, maintenance("work", { state: "draft" })],
    after: [page, api, maintenance("work")],
    guesses: ["maintenance-silent"],
    marks: 1,
  },
  "a series is announced": {
    before: [page, api],
    after: [page, api, maintenance("work", weekly)],
    guesses: ["maintenance-silent", "occurrences", "repeat-values", "series-clock"],
    marks: 2,
  },
  "a series ends on the day of its start": {
    before: [page, api],
    after: [page, api, maintenance("work", { repeat: { interval: "weekly", endOn: "2126-03-06T00:00:00Z" } })],
    guesses: ["maintenance-silent", "occurrences", "repeat-values", "series-clock", "series-end"],
    marks: 2,
  },
  "a series is renamed": {
    before: [page, api, maintenance("work", weekly)],
    after: [page, api, maintenance("work", { ...weekly, title: "Moving" })],
    guesses: ["maintenance-silent", "update-following"],
    marks: 2,
  },
  "a series goes on for longer": {
    before: [page, api, maintenance("work", weekly)],
    after: [page, api, maintenance("work", { repeat: { interval: "weekly", endOn: "2126-05-15T00:00:00Z" } })],
    guesses: ["maintenance-silent", "occurrences", "repeat-values", "series-clock", "update-following"],
    marks: 2,
  },
  "a series leaves": {
    before: [page, api, maintenance("work", weekly)],
    after: [page, api],
    guesses: ["delete-effect", "empty-repeat", "maintenance-silent", "update-following"],
    marks: 3,
  },
  "a title changes its case back": {
    before: [page, api, maintenance("work", { title: "PATCHING" })],
    after: [page, api, maintenance("work")],
    guesses: ["maintenance-silent", "texts"],
    marks: 2,
  },
  "a silent maintenance is renamed": {
    before: [page, api, hook(), maintenance("work", { silent: true })],
    after: [page, api, hook(), maintenance("work", { silent: true, title: "Moving" })],
    guesses: ["maintenance-silent"],
    marks: 1,
  },
  "a maintenance is silent no more": {
    before: [page, api, hook(), maintenance("work", { silent: true })],
    after: [page, api, hook(), maintenance("work")],
    guesses: ["maintenance-silent"],
    marks: 1,
  },
  "a description changes, and a name stays": {
    before: [page, service("api", { description: "Old", publicName: "API" })],
    after: [page, service("api", { description: "New", publicName: "API" })],
  },
  "a subscription without https is new": {
    before: [page, api],
    after: [page, api, hook({ address: "http://example.com/x" })],
    guesses: ["address-forms"],
    marks: 1,
  },
  "an address is rotated to one without https": {
    before: [page, api, hook()],
    after: [page, api, hook({ address: "http://example.com/y" })],
    guesses: ["address-forms"],
    marks: 1,
  },
  "a subscription is new": { before: [page, api], after: [page, api, hook()] },
  "a subscription covers less": {
    before: [page, api, hook()],
    after: [page, api, hook({ services: [{ ref: "api" }] })],
  },
  "a subscription leaves": {
    before: [page, api, hook()],
    after: [page, api],
    guesses: ["delete-effect"],
    marks: 1,
  },
  "a subscription that somebody has deleted is restored": {
    before: [page, api, hook()],
    meanwhile: deleteByHand("subscriptions"),
    after: [page, api, hook()],
    guesses: ["last-subscription"],
    marks: 1,
  },
  "a template is new": { before: [page], after: [page, template("IncidentTemplate", "Down")] },
  "a maintenance template changes": {
    before: [page, template("MaintenanceTemplate", "Upgrade")],
    after: [page, template("MaintenanceTemplate", "Moving")],
    guesses: ["maintenance-template-update"],
    marks: 1,
  },
  "a maintenance template leaves": {
    before: [page, template("MaintenanceTemplate", "Upgrade")],
    after: [page],
    guesses: ["delete-effect", "maintenance-template-delete"],
    marks: 2,
  },
};
