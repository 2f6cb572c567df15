import * as pulumi from "@pulumi/pulumi";
import type { ProviderArgs } from "./arguments.ts";

/**
 * An account other than that of the stack configuration, for programs that work on several.
 *
 * Its arguments are kept in the state (the key encrypted), and refresh and destroy use those until an `up` has
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
    const config = new pulumi.Config("statushub");
    const namesPlace = args.account !== undefined || args.region !== undefined || args.baseUrl !== undefined;
    // An explicit provider sees its own arguments and not the stack configuration, so that is filled in here; where the
    // arguments name a place, they name the whole of it.
    const place = namesPlace
      ? args
      : { account: config.get("account"), region: config.get("region"), baseUrl: config.get("baseUrl") };
    super(
      "pulumi-nodejs",
      name,
      {
        "statushub:apiKey": args.apiKey === undefined ? config.getSecret("apiKey") : pulumi.secret(args.apiKey),
        // So that a message about the key can say whose it is.
        "statushub:provider": args.apiKey === undefined ? undefined : name,
        "statushub:account": place.account,
        "statushub:region": place.region,
        "statushub:baseUrl": place.baseUrl,
        "statushub:verify": args.verify ?? config.get("verify"),
      },
      opts,
    );
  }
}
