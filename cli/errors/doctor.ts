import { problem } from "../../model/problem.ts";

export const newTypeScript = problem("SH6502", {
  text: `TypeScript <found>, but Pulumi needs a version below <first>. Run npm install --save-dev typescript@6 in
    the project.`,
});

export const noSdk = problem("SH6503", {
  text: {
    missing: "@pulumi/pulumi can't be resolved from <program>. Run npm install @pulumi/pulumi in the project.",
    old: "@pulumi/pulumi <found>, but <oldest> or newer is needed. Run npm install @pulumi/pulumi in the project.",
  },
});

export const packageNotLoaded = problem("SH6504", {
  text: `Pulumi cannot load pulumi-statushub from <program>: <reason>. Run npm install pulumi-statushub in the project: it must
    be a dependency of the project itself.`,
  help: "With pnpm and in workspaces, install it in your project: the root isn't enough.",
});

export const keyRejected = problem("SH6505", {
  text: "<account> rejects the key (401). Set the key again, or check that it belongs to this account.",
});

export const hubsNotListed = problem("SH6506", {
  text: "<account> doesn't allow the key to list hubs (<reason>). Check the role of the key and of its owner.",
});

export const noHub = problem("SH6507", {
  text: {
    doctor: "the key sees none. Check its role and, in the control panel, the role of its owner on the hub.",
    command: "The key sees no hub. Check its role, and the role of its owner on a hub.",
  },
});

export const statusHubFails = problem("SH6508", {
  text: "<account> fails (<reason>). StatusHub has a problem: try again in a few minutes.",
});

export const accountUnreachable = problem("SH6510", {
  text: {
    network:
      "<account> cannot be reached (<reason>). Check the base URL, and the network on the way to it: proxy, firewall, VPN.",
    shape: "<account> doesn't respond like the API: <reason>. Check the base URL: it ends in /api/v3.",
    status: "<account> returns <status> for the list of hubs. Check the base URL: it ends in /api/v3.",
  },
});

export const clockSkew = problem("SH6511", {
  text: "<seconds> s <direction> the server's. Set this machine's clock, so that the times in its logs are right.",
});

export const wrongPreviews = problem("SH6512", {
  text: `With pulumi <cli> and @pulumi/pulumi <sdk>, previews show the ID of a record that a program only reads, such as with the get of
    another package, as unknown, and resources that use it as changed. Install pulumi <first> or newer.`,
  help: "Our own lookups work in each pair of [supported versions](compatibility.md#versions-of-pulumi).",
});
