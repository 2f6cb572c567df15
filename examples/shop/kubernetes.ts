import * as pulumi from "@pulumi/pulumi";

/*
 * Stands for @pulumi/kubernetes, so that the example needs no cluster. The type of the resource is the real one, so the
 * policy is the same.
 */

interface IngressArgs {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, pulumi.Input<string>>> };
  readonly spec: { readonly rules: readonly { readonly host: string }[] };
}

export class Ingress extends pulumi.ComponentResource {
  constructor(name: string, args: IngressArgs, opts?: pulumi.ComponentResourceOptions) {
    super("kubernetes:networking.k8s.io/v1:Ingress", name, args, opts);
    this.registerOutputs(args);
  }
}
