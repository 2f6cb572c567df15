import type { Action } from "./action.ts";
import { createdInPanel, declare, type Example, up } from "./example.ts";

const series = declare("Maintenance", {
  hub: "acme",
  title: "Patch",
  startTime: "2037-04-05T02:00:00Z",
  endTime: "2037-04-05T03:00:00Z",
  serviceStatuses: [{ service: "1", status: "down" }],
  repeat: { interval: "weekly", endOn: "2037-04-30T00:00:00Z" },
});

/** Until two dates of the series are over, or all. */
const afterTwo: Action = { do: "wait", hours: 24 * 43 };
const afterAll: Action = { do: "wait", hours: 24 * 70 };

/** A series that somebody has made in the panel, with four dates. */
const seriesInPanel: readonly Action[] = [
  createdInPanel("Maintenance", {
    title: "Patch",
    startTime: "2037-04-05T02:00:00Z",
    endTime: "2037-04-05T03:00:00Z",
    serviceStatuses: [{ service: "1", status: "down" }],
  }),
  {
    do: "change in the panel",
    kind: "Maintenance",
    id: 1,
    values: { repeat: { interval: "weekly", endOn: "2037-04-30T00:00:00Z" } },
  },
];

/** Adopts the third date of that series as a single maintenance. */
const third = (startTime: string, endTime: string): Action =>
  series("b", { adopt: "3", startTime, endTime, repeat: undefined });

/** The same, and then the series. */
const thirdBefore = (startTime: string, endTime: string): readonly Action[] => [
  ...seriesInPanel,
  third(startTime, endTime),
  up(),
  series("a", { adopt: "1" }),
  up(),
];

/** The same for series. */
export const seriesExamples: readonly Example[] = [
  {
    title: "[SER-10] a series that is over is neither changed nor deleted if its end moves, and goes on",
    actions: [
      series("a"),
      up(),
      afterAll,
      series("a", { repeat: { interval: "weekly", endOn: "2037-07-31T00:00:00Z" } }),
      up(),
    ],
  },
  {
    title: "[SER-10] a series that is over stays if its title changes, and if it leaves the program",
    actions: [
      series("a"),
      up(),
      afterAll,
      series("a", { title: "Upgrade" }),
      up(),
      { do: "drop", stack: "shop", name: "a" },
      up(),
    ],
  },
  {
    title: "[SER-10] a change doesn't reach a date that is over because somebody extended an earlier one beyond it",
    actions: [
      series("a"),
      up(),
      { do: "wait", hours: 24 * 36 },
      { do: "change in the panel", kind: "Maintenance", id: 1, values: { endTime: "2037-04-28T03:00:00Z" } },
      { do: "wait", hours: 24 * 9 },
      series("a", { title: "Upgrade" }),
      up(),
    ],
  },
  {
    title: "[SER-10] destroy leaves a date that somebody has moved into the past, although the list shows no times",
    actions: [
      { do: "server", assume: { "list-fields": "minimal" } },
      series("a"),
      up(),
      {
        do: "change in the panel",
        kind: "Maintenance",
        id: 3,
        values: { startTime: "2037-02-01T02:00:00Z", endTime: "2037-02-01T03:00:00Z" },
      },
    ],
  },
  {
    title: "[SER-2] a series goes on under its next occurrence, although the list shows no times",
    actions: [
      { do: "server", assume: { "list-fields": "minimal", "series-delete": "whole-series" } },
      series("a"),
      up(),
      afterTwo,
    ],
  },
  {
    title: "[SER-11] what another resource makes at the same time isn't taken for an occurrence",
    actions: [
      { do: "server", assume: { "write-responses": "no-record" } },
      createdInPanel("Maintenance", {
        title: "Patch",
        startTime: "2037-06-07T02:00:00Z",
        endTime: "2037-06-07T03:00:00Z",
        serviceStatuses: [{ service: "2", status: "down" }],
      }),
      series("a", { startTime: "2037-04-05T01:00:00Z", repeat: null }),
      up(),
      series("b", { startTime: "2037-04-05T01:00:00Z", endTime: "2037-04-05T03:00:00Z", adopt: "1" }),
      series("c", {
        endTime: "2037-04-05T04:00:00Z",
        serviceStatuses: [{ service: "2", status: "down" }],
        repeat: null,
      }),
    ],
  },
  {
    title: "[SER-1] what somebody did to the draft of a series is undone on every date that was made from it",
    actions: [
      series("a"),
      up({ fault: { on: "PUT", after: 0, times: 1, as: 403, effect: "none" } }),
      { do: "change in the panel", kind: "Maintenance", id: 1, values: { endTime: "2037-04-05T02:30:00Z" } },
      up({ refresh: false }),
    ],
  },
  {
    title: "[OWN-3] a rename that adopts the current occurrence keeps the whole series",
    actions: [series("a"), up(), afterTwo, series("b", { adopt: "3" }, { insteadOf: "a" }), up({ refresh: false })],
  },
  {
    title: "[IDN-4] what a provider still creates after the engine was killed isn't created again",
    actions: [series("a"), up({ kill: { after: 3, isSent: true, isOnlyEngine: true } }), up()],
  },
  {
    title: "[ADO-9] a maintenance that is over goes on with a record of somebody else's that it adopts",
    actions: [
      series("a", { repeat: undefined }),
      up(),
      afterTwo,
      createdInPanel("Maintenance", {
        title: "Patch",
        startTime: "2037-05-05T02:00:00Z",
        endTime: "2037-05-05T03:00:00Z",
        serviceStatuses: [{ service: "1", status: "down" }],
      }),
      series("a", {
        startTime: "2037-05-05T02:00:00Z",
        endTime: "2037-05-05T03:00:00Z",
        repeat: undefined,
        adopt: "2",
      }),
      up(),
    ],
  },
  {
    title: "[OWN-3] a series that becomes a single maintenance keeps a date that another resource has adopted before",
    actions: [
      ...thirdBefore("2037-04-19T02:00:00Z", "2037-04-19T03:00:00Z"),
      series("a", { adopt: "1", repeat: undefined }),
      up(),
    ],
  },
  {
    title: "[OWN-3] deleting a series keeps a date that another resource has moved off its pattern",
    actions: [
      ...thirdBefore("2037-04-21T02:00:00Z", "2037-04-21T03:00:00Z"),
      { do: "drop", stack: "shop", name: "a" },
      up(),
    ],
    isKnownDefect: true,
  },
  {
    title: "[OWN-3] a change of a series doesn't reach a date that another resource has adopted before",
    actions: [
      ...thirdBefore("2037-04-19T02:00:00Z", "2037-04-19T03:00:00Z"),
      series("a", { adopt: "1", title: "Upgrade" }),
      up(),
    ],
    isKnownDefect: true,
  },
  {
    title: "[OWN-3] a new pattern keeps a date that another resource adopts in the same run",
    actions: [
      ...seriesInPanel,
      third("2037-05-02T02:00:00Z", "2037-05-02T03:00:00Z"),
      series("a", { adopt: "1", repeat: { interval: "weekly", endOn: "2037-05-20T00:00:00Z" } }),
      up(),
    ],
    isKnownDefect: true,
  },
  {
    title: "[SER-5] destroy leaves nothing of a series of which somebody has made two",
    actions: [
      series("a"),
      up(),
      {
        do: "change in the panel",
        kind: "Maintenance",
        id: 2,
        values: { repeat: { interval: "weekly", endOn: "2037-05-30T00:00:00Z" } },
        isFollowing: true,
      },
      series("a", { repeat: { interval: "weekly", endOn: "2037-05-14T00:00:00Z" } }),
      up(),
    ],
    isKnownDefect: true,
  },
  {
    title: "[SER-5] destroy leaves no date of a pattern that somebody gave to a single maintenance",
    actions: [
      series("a", { repeat: undefined }),
      up(),
      {
        do: "change in the panel",
        kind: "Maintenance",
        id: 1,
        values: { repeat: { interval: "weekly", endOn: "2037-04-30T00:00:00Z" } },
      },
    ],
    isKnownDefect: true,
  },
];
