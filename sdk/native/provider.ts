import * as pulumi from "@pulumi/pulumi";
import type { ProviderArgs } from "../arguments.ts";
import { release } from "./resource.ts";

/**
 * An account other than that of the stack configuration. What its arguments leave out comes from the environment.
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
