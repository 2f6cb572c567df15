import type { Values } from "../engine-model/grpc.ts";
import type { Action } from "./action.ts";
import { createdInPanel, declare, drop, type Examples, server, up, wait } from "./example.ts";
import { weeklyUntil } from "./kinds.ts";

/** The times of a maintenance on this day. */
const on = (day: string) => ({ startTime: `${day}T02:00:00Z`, endTime: `${day}T03:00:00Z` });

const down = (service: string) => ({ serviceStatuses: [{ service, status: "down" }] });

const series = declare("Maintenance", {
  hub: "acme",
  title: "Patch",
  ...on("2037-04-05"),
  ...down("1"),
  repeat: weeklyUntil("2037-04-30"),
});

const changed = (id: number, values: Values, isFollowing = false): Action => ({
  do: "change in the panel",
  kind: "Maintenance",
  id,
  values,
  isFollowing,
});

const refreshed: Action = { do: "run", stack: "shop", command: "refresh" };

/** Until two dates of the series are over, or all. */
const afterTwo = wait(24 * 43);
const afterAll = wait(24 * 70);

/** The same for series. */
export const seriesExamples: Examples = {
  "[SER-10] a series that is over is neither changed nor deleted if its end moves, and goes on": [
    series("a"),
    up(),
    afterAll,
    series("a", { repeat: weeklyUntil("2037-07-31") }),
    up(),
  ],
  "[SER-10] a series that is over stays if its title changes, and if it leaves the program": [
    series("a"),
    up(),
    afterAll,
    series("a", { title: "Upgrade" }),
    up(),
    drop("a"),
    up(),
  ],
  "[SER-10] destroy leaves a date that somebody has moved into the past, although the list shows no times": [
    server({ "list-fields": "minimal" }),
    series("a"),
    up(),
    changed(3, on("2037-02-01")),
  ],
  "[SER-10] destroy leaves a date that is over, although the service shows neither its pattern nor its other dates": [
    server({ occurrences: "hidden", "completed-repeat": "missing" }),
    series("a"),
    up(),
    wait(24 * 36),
  ],
  "[SER-2] a series goes on under its next occurrence, although the list shows no times": [
    server({ "list-fields": "minimal", "series-delete": "whole-series" }),
    series("a"),
    up(),
    afterTwo,
  ],
  "[SER-11] what another resource makes at the same time isn't taken for an occurrence": [
    server({ "write-responses": "no-record" }),
    createdInPanel("Maintenance", { title: "Patch", ...on("2037-06-07"), ...down("2") }),
    series("a", { startTime: "2037-04-05T01:00:00Z", repeat: null }),
    up(),
    series("b", { startTime: "2037-04-05T01:00:00Z", endTime: "2037-04-05T03:00:00Z", adopt: "1" }),
    series("c", { endTime: "2037-04-05T04:00:00Z", ...down("2"), repeat: null }),
  ],
  "[SER-1] what somebody did to the draft of a series is undone on every date that was made from it": [
    series("a"),
    up({ fault: { on: "PUT", after: 0, times: 1, as: 403, effect: "none" } }),
    changed(1, { endTime: "2037-04-05T02:30:00Z" }),
    up({ refresh: false }),
  ],
  "[IDN-4] what a provider still creates after the engine was killed isn't created again": [
    series("a"),
    up({ kill: { after: 3, isSent: true, isOnlyEngine: true } }),
    up(),
  ],
  "[FLT-2] a series is kept, although a record that may be one of its dates can't be read": [
    server({ "list-fields": "shortened" }),
    series("a"),
    up({ fault: { on: "GET", after: 4, times: 4, as: "no route", effect: "none" } }),
  ],
  "[SER-5] destroy leaves nothing of a series of which somebody has made two": [
    series("a"),
    up(),
    changed(2, { repeat: weeklyUntil("2037-05-30") }, true),
    series("a", { repeat: weeklyUntil("2037-05-14") }),
    up(),
  ],
  "[SER-5] destroy leaves no date of a pattern that somebody gave to a single maintenance": [
    series("a", { repeat: undefined }),
    up(),
    changed(1, { repeat: weeklyUntil("2037-04-30") }),
  ],
  "[IDN-1] what was there before isn't a date of a series, although the list before its pattern failed": [
    createdInPanel("Maintenance", { title: "Pat", ...on("2037-05-10"), ...down("1") }),
    series("a"),
    up({ fault: { on: "GET", after: 1, times: 1, as: "no route", effect: "none" } }),
  ],
  "[SER-10] history stays, although somebody has hidden one date of it": [
    series("a"),
    up(),
    changed(3, { state: "draft" }),
    wait(24 * 52),
    up(),
    afterAll,
  ],
  "[SER-10] a draft series that is published half-way doesn't publish what is over": [
    series("a", { state: "draft" }),
    up(),
    afterTwo,
    series("a", { state: "published" }),
    up(),
  ],
  "[SER-10] a single maintenance to come doesn't become a series that has begun before": [
    series("a", { ...on("2037-05-17"), repeat: undefined }),
    up(),
    afterTwo,
    series("a", { repeat: weeklyUntil("2037-05-30") }),
    up(),
  ],
  "[REC-5] a series whose repeat is removed half-way ends, and history stays": [
    series("a"),
    up(),
    afterTwo,
    series("a", { repeat: undefined }),
    up(),
  ],
  "[SER-10] history stays where it is if the program names another hub": [
    series("a", { repeat: undefined }),
    up(),
    afterAll,
    series("a", { hub: "globex", repeat: undefined }),
    up(),
  ],
  "[DRF-3] a maintenance that the team has extended isn't made again when the program follows after the old end": [
    series("a", { repeat: undefined }),
    up(),
    changed(1, { endTime: "2037-04-05T22:00:00Z" }),
    wait(24 * 34 + 16),
    series("a", { endTime: "2037-04-05T22:00:00Z", repeat: undefined }),
    up(),
  ],
  "[SER-10] what a rejected write has left hidden is published for the next date": [
    series("a"),
    up({ fault: { on: "PUT", after: 0, times: 1, as: 422, effect: "none" } }),
    wait(24 * 37),
  ],
  "[SER-1] a series isn't made again because the team has moved its last date to an earlier day": [
    series("a"),
    up(),
    changed(4, on("2037-04-20")),
    wait(24 * 53),
    up(),
  ],
  "[SER-2] a series that somebody has made of a single maintenance goes on without its first date": [
    series("a", { repeat: undefined }),
    up(),
    changed(1, { repeat: weeklyUntil("2037-04-30") }, true),
    series("a"),
    up(),
    { do: "delete in the panel", kind: "Maintenance", id: 1 },
    up(),
  ],
  "[SER-3] a later end doesn't copy what somebody has done to one date": [
    series("a"),
    up(),
    changed(1, { state: "draft" }),
    series("a", { repeat: weeklyUntil("2037-05-30") }),
    up(),
  ],
  "[SER-10] a date that is over stays, although somebody has hidden it, if the series leaves the program": [
    series("a"),
    up(),
    afterTwo,
    changed(1, { state: "draft" }),
    drop("a"),
    up(),
  ],
  "[SER-10] history stays, although somebody has hidden the current date of a series that is declared as published": [
    series("a", { state: "published" }),
    up(),
    afterTwo,
    changed(3, { state: "draft" }),
    refreshed,
  ],
  "[SER-10] a published date that is over stays as it is if the program hides the series and changes it": [
    series("a"),
    up(),
    afterTwo,
    series("a", { state: "draft" }),
    up(),
    series("a", { state: "draft", body: "New", repeat: weeklyUntil("2037-06-30") }),
    up({ refresh: false }),
  ],
  "[SER-2] a series goes on under dates that the team has made and the program declares": [
    series("a"),
    up(),
    afterTwo,
    changed(3, { repeat: weeklyUntil("2037-06-30") }, true),
    series("a", { repeat: weeklyUntil("2037-06-30") }),
    up(),
    wait(24 * 7),
    up(),
    series("a", { repeat: weeklyUntil("2037-06-30"), body: "New" }),
  ],
  "[SER-2] a series is made again of which a failed destroy has left one date, without a pattern, that somebody deletes":
    [
      series("a"),
      up(),
      {
        ...{ do: "run", stack: "shop", command: "destroy" },
        fault: { on: "DELETE", after: 0, times: 9, as: "no route", effect: "none" },
      },
      refreshed,
      { do: "remove for good", kind: "Maintenance", id: 1 },
    ],
  "[SER-5] destroy leaves no date that a list leaves out": [
    wait(24 * 6),
    series("a", { ...on("2037-03-03"), state: "draft", repeat: weeklyUntil("2037-03-10") }),
    up(),
    {
      ...{ do: "run", stack: "shop", command: "destroy" },
      fault: { on: "GET", after: 1, times: 4, as: "short list", effect: "done" },
    },
  ],
  "[SER-5] destroy finds the dates of a lost write, and leaves those that are over": [
    series("a"),
    up({ fault: { on: "PUT", after: 0, times: 9, as: "reset", effect: "done" } }),
    afterTwo,
    { do: "run", stack: "shop", command: "destroy", refresh: false },
  ],
  "[SER-2] a series goes on under the dates of a later end whose response was lost": [
    series("a"),
    up(),
    wait(24 * 36),
    series("a", { repeat: weeklyUntil("2037-06-30") }),
    up({ fault: { on: "PUT", after: 0, times: 9, as: "reset", effect: "done" } }),
    up(),
    wait(24 * 7),
    up(),
  ],
  "[SER-2] a series goes on under the dates of a later end whose response was lost, although the old end has passed": [
    series("a"),
    up(),
    series("a", { repeat: weeklyUntil("2037-06-30") }),
    up({ fault: { on: "PUT", after: 0, times: 9, as: "reset", effect: "done" } }),
    afterAll,
    up(),
    series("a", { repeat: weeklyUntil("2037-06-30"), title: "New" }),
    up(),
  ],
  "[SER-1] a series keeps its pattern if the program changes something after somebody has taken its current date out": [
    series("a"),
    up(),
    changed(1, { repeat: null }),
    series("a", { body: "New" }),
  ],
  "[SER-10] a change doesn't reach what is over by a date that somebody has moved back": [
    series("a"),
    up(),
    changed(4, on("2037-03-02")),
    { do: "delete in the panel", kind: "Maintenance", id: 3 },
    series("a", { body: "New" }),
    afterTwo,
  ],
  "[SER-10] a draft series is replaced if its new dates are over": [
    series("a", { state: "draft" }),
    up(),
    afterTwo,
    series("a", { state: "draft", repeat: weeklyUntil("2037-04-10") }),
  ],
  "[SER-6] a draft that a killed run has made recurring is published by the next one": [
    series("a", { repeat: undefined, state: "draft" }),
    up(),
    series("a"),
    up({ kill: { after: 3, isSent: false, isOnlyEngine: true } }),
  ],
};

export const seriesDefectExamples: Examples = {
  "[SER-3] a change reaches a date that the team has extended past the end of a later one": [
    series("a"),
    up(),
    afterTwo,
    changed(1, { title: "Patched" }),
    changed(1, { endTime: "2037-06-07T04:00:00Z" }),
  ],
};
