import * as pulumi from "@pulumi/pulumi";
import type { ProviderArgs } from "../arguments.ts";
import { release } from "./class.ts";

/**
 * Another account than the one in the stack configuration. Omitted arguments are taken from the environment.
 *
 * @example
 * ```ts
 * const europe = new statushub.Provider("europe", { account: "acme", region: "eu", apiKey: config.requireSecret("euKey") });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const apiKey = args.apiKey === undefined ? undefined : pulumi.secret(args.apiKey);
    super("statushub", name, { ...args, apiKey }, { ...release, ...opts });
  }
}
