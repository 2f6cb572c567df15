import type * as pulumi from "@pulumi/pulumi";
import { expectTypeOf, it } from "vitest";
import * as statushub from "../../sdk/index.ts";

/*
 * Wrong programs don't compile. The compiler proves it, because `tsc` fails if an expected error is missing. The
 * programs are never run.
 */

declare const hub: statushub.Hub;
declare const api: statushub.Service;
declare const unknownText: string;

const notRun = (_program: () => unknown) => undefined;
const time = { startTime: "2026-12-06T02:00:00Z", endTime: "2026-12-06T03:00:00Z" };

it("[PKG-3] a template has a title or a body", () => {
  notRun(() => [
    new statushub.IncidentTemplate("a", { hub, title: "A" }),
    new statushub.IncidentTemplate("a", { hub, body: "A" }),
    new statushub.MaintenanceTemplate("a", { hub, title: null, body: "A" }),
    // @ts-expect-error neither title nor body
    new statushub.IncidentTemplate("a", { hub, incidentType: "resolved" }),
    // @ts-expect-error neither title nor body
    new statushub.MaintenanceTemplate("a", { hub, duration: 90 }),
  ]);
});

it("[PKG-3] a template only accepts listed values", () => {
  notRun(() => [
    new statushub.IncidentTemplate("a", { hub, title: "A", incidentType: null, silentUpdate: null }),
    // @ts-expect-error no such type
    new statushub.IncidentTemplate("a", { hub, title: "A", incidentType: "open" }),
    // @ts-expect-error no such status
    new statushub.IncidentTemplate("a", { hub, title: "A", serviceStatuses: [{ service: 1, status: "slow" }] }),
    // @ts-expect-error a hub is no service
    new statushub.IncidentTemplate("a", { hub, title: "A", serviceStatuses: [{ service: hub, status: "up" }] }),
    // @ts-expect-error an incident template has no duration
    new statushub.IncidentTemplate("a", { hub, title: "A", duration: 90 }),
    // @ts-expect-error a maintenance template has no incident type
    new statushub.MaintenanceTemplate("a", { hub, title: "A", incidentType: "resolved" }),
    // @ts-expect-error labels are a list
    new statushub.MaintenanceTemplate("a", { hub, title: "A", labels: "db" }),
    // @ts-expect-error a template is in a hub
    new statushub.MaintenanceTemplate("a", { title: "A" }),
  ]);
});

const sms = { hub: "acme", method: "sms", address: "1" } as const;

it("a subscription covers all services, or a list", () => {
  notRun(() => [
    new statushub.Subscription("a", { ...sms, services: "all" }),
    new statushub.Subscription("a", { ...sms, services: [api, 7, "8"] }),
    // @ts-expect-error neither all nor a list
    new statushub.Subscription("a", { ...sms, services: "none" }),
    // @ts-expect-error the services are required
    new statushub.Subscription("a", sms),
  ]);
});

it("a subscription has one of five methods", () => {
  const all = { hub: "acme", address: "ops@acme.io", services: "all" } as const;
  notRun(() => [
    new statushub.Subscription("a", { ...sms, services: "all", label: "Team A" }),
    new statushub.Subscription("a", { ...all, method: "email", label: null }),
    // @ts-expect-error no such method
    new statushub.Subscription("a", { ...all, method: "fax" }),
  ]);
});

const planned = { hub: "acme", title: "A", ...time, serviceStatuses: [{ service: 1, status: "up" as const }] };

it("a maintenance accepts undocumented texts, and rejects wrong types of documented values", () => {
  notRun(() => [
    new statushub.Maintenance("a", {
      ...planned,
      repeat: { interval: "weekly", options: { enabledDays: "sunday" } },
    }),
    new statushub.Maintenance("a", { ...planned, repeat: { interval: unknownText, options: { type: "moon" } } }),
    new statushub.Maintenance("a", {
      ...planned,
      repeat: null,
      notifications: [{ offsetInMin: -60, offsetType: "x" }],
    }),
    // @ts-expect-error no such state of a maintenance
    new statushub.Maintenance("a", { ...planned, state: "unconfirmed" }),
    // @ts-expect-error a pattern has an interval
    new statushub.Maintenance("a", { ...planned, repeat: { endOn: time.endTime } }),
    // @ts-expect-error an offset is a number
    new statushub.Maintenance("a", { ...planned, notifications: [{ offsetInMin: "60", offsetType: "start" }] }),
    // @ts-expect-error the end is required
    new statushub.Maintenance("a", { hub, title: "A", startTime: time.startTime, serviceStatuses: [] }),
  ]);
});

it("a program that loops over data leaves it to check which values are there", () => {
  const common = { hub: "acme", method: "sms" as statushub.SubscriptionMethod, address: "1" };
  notRun((title?: string, body?: string, label?: string | null, services: statushub.Service[] = []) => [
    new statushub.IncidentTemplate("a", { hub, title, body }),
    new statushub.MaintenanceTemplate("a", { hub, title, body }),
    new statushub.Subscription("a", { ...common, label, services: services.length === 0 ? "all" : services }),
    new statushub.Subscription("b", { ...common, label, services: services.map((service) => service.id) }),
  ]);
});

it("outputs have the types of the API's values, declared or not", () => {
  expectTypeOf<statushub.Hub["name"]>().toEqualTypeOf<pulumi.Output<string>>();
  expectTypeOf<statushub.Subscription["recordId"]>().toEqualTypeOf<pulumi.Output<string>>();
  expectTypeOf<statushub.Subscription["subscriberId"]>().toExtend<pulumi.Input<number>>();
  expectTypeOf<statushub.Subscription["services"]>().toEqualTypeOf<pulumi.Output<"all" | (string | number)[]>>();
  expectTypeOf<statushub.Maintenance["state"]>().toEqualTypeOf<pulumi.Output<"draft" | "published">>();
  expectTypeOf<statushub.IncidentTemplate["incidentType"]>().toEqualTypeOf<
    pulumi.Output<statushub.IncidentType | null>
  >();
  expectTypeOf<typeof statushub.utcFrom>().toBeCallableWith("2026-12-06 03:00", "Europe/Berlin", { twice: "later" });
});
