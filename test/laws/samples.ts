import { hub } from "./samples/hub.ts";
import type { KindSamples } from "./samples/sample.ts";
import { service } from "./samples/service.ts";

/** What the laws are tried with, for every resource of the package. */
export const samples: Readonly<Record<string, KindSamples>> = {
  Hub: hub,
  Service: service,
};
