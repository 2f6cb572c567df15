import type { Row } from "./moment.ts";
import { hubIdOf, tableOf } from "./page.ts";
import type { PlayedStep, Stage } from "./stage.ts";

/**
 * Notes which steps take a unique value that another record gives up in the same update. Pulumi carries out both at once, so nobody
 * knows whether the value is free by then.
 */
export async function noteOrder(stage: Stage): Promise<void> {
  for (const each of stage.playedSteps) {
    for (const property of each.definition.identity ?? []) {
      if (!(await isGivenUp(each, property))) continue;
      stage.unknown.push({ ...each.subject, property, reason: "order" });
      stage.doubt(each.subject);
    }
  }
}

/** Whether another record had the value before, and exists without it now. */
async function isGivenUp({ page, definition, declared }: PlayedStep, property: string): Promise<boolean> {
  const value = declared[property];
  const { key = "" } = definition.properties[property] ?? {};
  const table = tableOf(definition);
  const had = page.before.all(table) as unknown as readonly Row[];
  const givers = had.filter((row) => {
    const now = page.after.find(table, row.id) as unknown as Row | undefined;
    return row[key] === value && row.deleted === false && now?.deleted === false && now[key] !== value;
  });
  if (value === undefined || givers.length === 0) return false;
  const hubId = await hubIdOf(page, declared.hub);
  return givers.some((row) => row.hub_id === hubId);
}
