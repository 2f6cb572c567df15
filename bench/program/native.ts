import * as statushub from "pulumi-statushub/native";
import type { Size } from "./index.ts";

export function declare({ count, first }: Size): void {
  for (let index = first; index < first + count; index++) {
    const args = { hub: "acme", groupId: 1, name: `Service ${index}`, description: `What service ${index} is for` };
    new statushub.Service(`service-${index}`, args);
  }
}
