import { Service } from "pulumi-statushub";
import type { Size } from "./index.ts";

/** Adopts existing services, so that nothing waits for the limit on writes. */
export function declare({ count }: Size): void {
  for (let index = 0; index < count; index++) {
    const args = { hub: "acme", groupId: 1, name: `Service ${index}`, description: `What service ${index} is for` };
    new Service(`service-${index}`, { ...args, adopt: String(index + 1) });
  }
}
