import * as statushub from "pulumi-statushub";
import type { Size } from "./index.ts";

export function declare({ count }: Size): void {
  for (let index = 0; index < count; index++) {
    const args = { hub: "acme", groupId: 1, name: `Service ${index}`, description: `What service ${index} is for` };
    new statushub.Service(`service-${index}`, args);
  }
}
