import { createRequire } from "node:module";

export const { version, peerDependencies } = createRequire(import.meta.url)("pulumi-statushub/package.json") as {
  readonly version: string;
  readonly peerDependencies: { readonly "@pulumi/pulumi": string };
};
