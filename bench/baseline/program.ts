import type { Size } from "../program/index.ts";
import { Service } from "./service.ts";

export function declare({ count }: Size): void {
  for (let index = 0; index < count; index++) {
    const args = { hub: "acme", groupId: 1, name: `Service ${index}`, description: `What service ${index} is for` };
    new Service(`service-${index}`, args);
  }
}
