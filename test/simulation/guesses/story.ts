import type { Assumptions } from "../../../model/guesses/index.ts";
import type { Values } from "../../engine-model/grpc.ts";
import type { ProviderName } from "../../engine-model/program.ts";
import type { Action } from "../action.ts";
import { createdInPanel, declare, firstPost, hub, up } from "../example.ts";
import { keyOfEntry } from "../kinds.ts";
import { isLive } from "../owners.ts";
import { type Next, type Played, play } from "../scenario.ts";
import type { Scene } from "../scene.ts";

/*
 * One story of a resource's life, in simulated time, for every guess, kind and provider: create, preview, update, manual
 * changes, lost responses, deletion. The simulation checks the laws after each command and ends the story by reaching the
 * declared page and destroying it.
 */

/** The programs of a kind: what is declared first, then, and of two further records. */
interface Programs {
  readonly first: Values;
  readonly next: Values;
  readonly manually: Values;
  readonly others: readonly [Values, Values];
  readonly stranger: Values;
}

const statuses = (status: string) => [{ service: "1", status }];

const template: Programs = {
  first: { title: "Down & out", body: "<p>We look.</p>", labels: ["a", "b"], serviceStatuses: statuses("down") },
  next: { title: "Do wn", labels: ["A"], serviceStatuses: statuses("degraded-performance") },
  manually: { title: "Changed" },
  others: [{ body: "Other" }, { title: "Third", serviceStatuses: statuses("down") }],
  stranger: { title: "Theirs", body: "Not ours" },
};

// The clocks of many places change between the occurrences.
const times = { startTime: "2037-03-22T02:00:00Z", endTime: "2037-03-22T03:00:00Z" };

const programs: Readonly<Record<string, Programs>> = {
  Service: {
    first: { groupId: 1, name: "web", customId: "web", description: "Payments & more" },
    next: { groupId: 2, name: "Web", customId: "web 2", description: null },
    manually: { name: "Changed" },
    others: [
      { groupId: 1, name: "api" },
      { groupId: 1, name: "database", customId: "db" },
    ],
    stranger: { groupId: 1, name: "Theirs", customId: "theirs" },
  },
  IncidentTemplate: { ...template, first: { ...template.first, incidentType: "resolved", silentUpdate: true } },
  MaintenanceTemplate: { ...template, first: { ...template.first, duration: 60, silent: true } },
  Subscription: {
    first: {
      method: "webhook",
      address: "https://h.example.com/Zk9/a",
      services: ["1"],
      label: "Team",
      configuration: { header: "Xq7-one" },
      protected: true,
    },
    next: {
      method: "webhook",
      address: "https://h.example.com/Zk9/b",
      services: "all",
      configuration: { header: "Xq7-two" },
    },
    manually: { label: "Changed" },
    others: [
      { method: "email", address: "Ops@example.com", services: ["2"] },
      { method: "sms", address: "+49 170 1234567", services: "all" },
    ],
    stranger: { method: "email", address: "theirs@example.com", services: "all" },
  },
  Maintenance: {
    first: {
      title: "Patch",
      ...times,
      serviceStatuses: statuses("down"),
      body: "Be patient.",
      repeat: { interval: "weekly", endOn: "2037-04-16T00:00:00Z" },
      notifications: [{ offsetInMin: -60, offsetType: "start" }],
      silent: true,
    },
    next: { title: "Patch 2", ...times, serviceStatuses: statuses("degraded-performance"), silent: true },
    manually: { title: "Changed" },
    others: [
      { title: "Upgrade", ...times, serviceStatuses: statuses("down"), silent: true },
      { title: "Move", ...times, serviceStatuses: statuses("down"), silent: true },
    ],
    stranger: { title: "Theirs", ...times, serviceStatuses: statuses("down") },
  },
};

export const tell = (kind: string, provider: ProviderName, assume: Assumptions): Promise<Played> =>
  play([{ do: "server", assume }, ...(kind === "Hub" ? storyOfHub(provider) : storyOfRecord(kind, provider))]);

export function tellConflict(kind: string, provider: ProviderName, assume: Assumptions): Promise<Played> {
  const { stranger = {} } = programs[kind] ?? {};
  const own = declare(kind, { hub: "acme" });
  // A service that visitors would see twice isn't sent.
  const rival = kind === "Service" ? { ...stranger, publicName: "Ours" } : stranger;
  return play([{ do: "server", assume }, createdInPanel(kind, stranger), own("a", rival, { provider }), up()]);
}

const preview: Action = { do: "run", stack: "shop", command: "preview" };

function storyOfRecord(kind: string, provider: ProviderName): (Action | Next)[] {
  const { first, next, manually, others, stranger } = programs[kind] ?? {};
  if (!first || !next || !manually || !others || !stranger) throw new Error(`There is no story of ${kind}.`);
  const own = declare(kind, { hub: "acme" });
  return [
    createdInPanel(kind, stranger),
    // Otherwise, it would count as the leftover of an interrupted run.
    { do: "wait", hours: 2 },
    own("a", first, { provider }),
    up(),
    preview,
    own("a", next, { provider }),
    own("b", others[0], { provider }),
    up(firstPost("reset", "done")),
    onRecord("a", (id) => ({ do: "change in the panel", kind, id, values: manually })),
    preview,
    own("c", others[1], { provider }),
    up(firstPost(504, "late")),
    onRecord("a", (id) => ({ do: "delete in the panel", kind, id })),
    { do: "drop", stack: "shop", name: "b" },
    up(),
  ];
}

const storyOfHub = (provider: ProviderName): (Action | Next)[] => [
  hub("a", { name: "Acme", productUrl: "https://acme.example.com" }, { provider }),
  up(),
  preview,
  hub("a", { name: "Acme 2" }, { provider }),
  up(),
  { do: "change in the panel", kind: "Hub", id: 1, values: { name: "Changed" } },
  preview,
  up(),
  onRecord("a", (id) => ({ do: "rename hub", id, subdomain: "acme-3" })),
  up(),
  ({ stacks }) =>
    stacks[0]?.state.length === 0 ? undefined : hub("a", { subdomain: "acme-2", name: "Acme 2" }, { provider }),
  up({ fault: { on: "PUT", after: 0, times: 1, as: "reset", effect: "done" } }),
];

/** Does something with the record of a resource, if it is in the state and exists. */
const onRecord =
  (name: string, act: (id: number) => Action): Next =>
  (scene: Scene) => {
    const entry = scene.stack("shop").state.find((each) => each.name === name);
    const row = entry && scene.rows.get(keyOfEntry(entry));
    return row && isLive(row) ? act(row.id) : undefined;
  };
