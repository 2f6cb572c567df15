import type { Values } from "../engine-model/grpc.ts";
import type { Action } from "./action.ts";
import { declare, drop, type Examples, up, wait } from "./example.ts";

const single = declare("Maintenance", {
  hub: "acme",
  title: "Patch",
  startTime: "2037-03-01T14:00:00Z",
  endTime: "2037-03-01T17:00:00Z",
  serviceStatuses: [{ service: "1", status: "down" }],
});

const changed = (values: Values): Action => ({ do: "change in the panel", kind: "Maintenance", id: 1, values });

const untilTen = { endTime: "2037-03-01T22:00:00Z" };
const untilEleven = { endTime: "2037-03-01T23:00:00Z" };

/** Half an hour after the declared end. Scenarios begin at noon. */
const afterEnd = wait(5.5);

/** What people and programs do to single maintenances around their ends. */
export const singleExamples: Examples = {
  "[SER-10] what the team has extended isn't announced again when the program follows late, and then goes on": [
    single("a"),
    up(),
    changed(untilTen),
    afterEnd,
    single("a", untilTen),
    up(),
    single("a", untilEleven),
    up(),
  ],
  "[SER-10] what the team has extended is updated and, when it leaves the program, deleted": [
    single("a"),
    up(),
    changed(untilTen),
    afterEnd,
    single("a", { title: "Upgrade" }),
    up({ refresh: false }),
    drop("a"),
    up(),
  ],
  "[SER-10] what the team has extended keeps its times if the program hides it": [
    single("a"),
    up(),
    changed(untilTen),
    afterEnd,
    single("a", { state: "draft" }),
    up({ refresh: false }),
  ],
  "[SER-10] a draft that the team has published and extended keeps its times if the program hides it again": [
    single("a", { state: "draft" }),
    up(),
    afterEnd,
    changed(untilTen),
    changed({ state: "published" }),
    up(),
    up(),
  ],
  "[SER-10] what the team has ended early stays, although the program has it until later": [
    single("a"),
    up(),
    wait(3),
    changed({ endTime: "2037-03-01T14:30:00Z" }),
    drop("a"),
    up(),
  ],
  "[SER-10] a draft that the team has postponed is set back after its declared end": [
    single("a", { state: "draft" }),
    up(),
    changed({ startTime: "2037-03-02T14:00:00Z", endTime: "2037-03-02T17:00:00Z" }),
    afterEnd,
    up(),
  ],
  "[SER-10] an adoption doesn't hide what is over": [
    single("a"),
    up(),
    afterEnd,
    single("b", { state: "draft", adopt: "1" }, { insteadOf: "a" }),
    up({ refresh: false }),
  ],
};
