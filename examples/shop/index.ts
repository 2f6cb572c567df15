import * as pulumi from "@pulumi/pulumi";
import * as statushub from "pulumi-statushub";
// With a cluster: import { Ingress } from "@pulumi/kubernetes/networking/v1/index.js";
import { Ingress } from "./kubernetes.ts";

/*
 * An application that declares its services beside its infrastructure. The policy pack in policy/ requires a service for
 * each Ingress. To run it, start the emulator in another terminal, and set the two variables that it prints:
 *
 *     npx pulumi-statushub emulator --preset account.json
 */

const hub = statushub.Hub.find("acme", { subdomain: "acme" });

/** An application that visitors use: what serves it, and its service on the status page. */
class WebApp extends pulumi.ComponentResource {
  constructor(name: string, { title, host }: { title: string; host: string }, opts?: pulumi.ComponentResourceOptions) {
    super("acme:index:WebApp", name, {}, opts);
    new Ingress(
      name,
      { metadata: { annotations: { "statushub.com/service": name } }, spec: { rules: [{ host }] } },
      { parent: this },
    );
    new statushub.Service(name, { hub, groupId: 1, name: title, customId: name }, { parent: this });
  }
}

new WebApp("shop", { title: "Shop", host: "shop.acme.example" });
new WebApp("checkout", { title: "Checkout", host: "checkout.acme.example" });

// Another team's stack manages this service.
statushub.Service.find("login", { hub: "acme", customId: "login" });
new Ingress("login", {
  metadata: { annotations: { "statushub.com/service": "login" } },
  spec: { rules: [{ host: "login.acme.example" }] },
});
