import * as pulumi from "@pulumi/pulumi";
import { helpWith } from "../model/api/nearest.ts";
import { misspelledSetting } from "../provider/errors/access.ts";
import { settingNames } from "./shapes.ts";
import type { ProviderArgs } from "./types.ts";

/**
 * Uses a different account than the one in the stack configuration, for programs that use several.
 *
 * Pulumi stores the arguments in the state, with the API key encrypted. Refresh and destroy use them until an `up` has
 * finished.
 *
 * @example
 * ```ts
 * const europe = new statushub.Provider("europe", { account: "acme", region: "eu", apiKey: config.requireSecret("euKey") });
 * new statushub.Hub("acme-eu", { subdomain: "acme-eu" }, { provider: europe });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    rejectUnknownArguments(name, args);
    const config = new pulumi.Config("statushub");
    const namesPlace = args.account !== undefined || args.region !== undefined || args.baseUrl !== undefined;
    // An explicit provider only sees its own arguments, so we fill in the stack configuration here. If the arguments
    // name an account or a URL, nothing about the address is filled in.
    const place = namesPlace
      ? args
      : { account: config.get("account"), region: config.get("region"), baseUrl: config.get("baseUrl") };
    super(
      "pulumi-nodejs",
      name,
      {
        "statushub:apiKey": args.apiKey === undefined ? config.getSecret("apiKey") : pulumi.secret(args.apiKey),
        // Lets a message about the API key say which provider it belongs to.
        "statushub:provider": args.apiKey === undefined ? undefined : name,
        "statushub:account": place.account,
        "statushub:region": place.region,
        "statushub:baseUrl": place.baseUrl,
      },
      opts,
    );
  }
}

/** @throws RunError if the provider has no such argument */
function rejectUnknownArguments(provider: string, args: object): void {
  const problems = Object.keys(args)
    .filter((name) => !settingNames.includes(name))
    .map((name) => misspelledSetting({ provider, name, help: helpWith(name, settingNames, "Arguments") }));
  if (problems.length > 0) throw new pulumi.RunError(problems.join("\n"));
}
