import type { Size } from "../program/index.ts";
import { Service } from "./service.ts";

export function declare({ count, first }: Size): void {
  for (let index = first; index < first + count; index++) {
    const args = { hub: "acme", groupId: 1, name: `Service ${index}`, description: `What service ${index} is for` };
    new Service(`service-${index}`, args);
  }
}
