import type { Chapter } from "./entry.ts";

export const configure: Chapter = {
  title: "Configure the account",
  text: "Before anything is sent, the provider and every command look for a key and an address.",
  entries: [
    {
      title: "No API key",
      messages: ["No API key for StatusHub."],
      cause: "Neither the provider's arguments, nor the stack's configuration, nor the environment has a key.",
      cure:
        "Run `pulumi config set --secret statushub:apiKey`, or set `STATUSHUB_API_KEY`. In CI, check that the secret " +
        "reaches the step that runs Pulumi. Without an account, use the emulator.",
    },
    {
      title: "The API key holds other characters",
      messages: ["The API key for StatusHub from the"],
      cause: "The key was pasted with a space, a line break or quotes.",
      cure: 'Set it again: `printf %s "$KEY" | pulumi config set --secret statushub:apiKey` adds no line break.',
    },
    {
      title: "No account",
      messages: ["No StatusHub account."],
      cause: "There is a key, and nothing says which account it belongs to.",
      cure: "Set `statushub:account` (and `statushub:region` outside the US), or the whole `statushub:baseUrl`.",
    },
    {
      title: "The account is not a label",
      messages: ["statushub:account must be the first label"],
      cause: "`statushub:account` holds a URL, a host or a display name.",
      cure: "Of `https://acme.app.statushub.io`, the account is `acme`.",
    },
    {
      title: "The region is unknown",
      messages: ["statushub:region must be"],
      cause: "The API runs in two regions, and `statushub:region` names neither.",
      cure: "Use `us` or `eu`. The host that you sign in to shows it: `app.statushub.io` or `app-eu1.statushub.io`.",
    },
    {
      title: "The region is apart from the account",
      messages: ["Set them in one place: statushub:account and statushub:region"],
      cause:
        "The region is set in one place and the account in another, such as `statushub:region` in the stack and " +
        "`STATUSHUB_ACCOUNT` in the shell. Either would send the API key to a host that nobody named.",
      cure: "Set account and region in the same place. A base URL names the region itself, so remove the region.",
    },
    {
      title: "Verify is not true or strict",
      messages: ["must be true, false or strict"],
      cause: "`statushub:verify` or `STATUSHUB_VERIFY` has another value.",
      cure: "Use `true` to see all that an `up` would fail on, `strict` to fail on the first of it. [Previews](guides/preview.md)",
    },
    {
      title: "The base URL is not plain",
      messages: ["statushub:baseUrl must be a plain https URL"],
      cause: "`statushub:baseUrl` is no URL, or carries a user, a query or a fragment.",
      cure: "Use scheme, host and path alone, such as `https://acme.app.statushub.io/api/v3`.",
    },
    {
      title: "The base URL is not https",
      messages: ["is not https. The API key is sent only over https"],
      cause: "Over plain http, anybody on the way could read the key. Only this machine itself is excepted.",
      cure: "Use https. For an emulator in another container, forward its port to `127.0.0.1`.",
    },
    {
      title: "The proxy is not a URL",
      messages: ["must be an http or https URL such as"],
      cause:
        "`HTTPS_PROXY` or `HTTP_PROXY` is no URL, or one of another scheme. Its value isn't shown: it may hold a password.",
      cure: "Write `http://proxy.example.com:3128`. Encode special characters of a password, such as `%40` for `@`.",
    },
    {
      title: "There is no such host",
      messages: ["there is no host <hostname>"],
      cause: "The name in the base URL does not resolve: most likely the account or the region is misspelled.",
      cure: "Compare `statushub:account` and `statushub:region` with the host that you sign in to.",
    },
    {
      title: "The API redirects",
      messages: ["redirects to <location>", "redirects to an address that it does not name"],
      cause: "The base URL is not that of the API: it lacks `/api/v3`, or a proxy or login page answers in its place.",
      cure: "Set the address without the redirect. The key was not sent to the other address.",
    },
    {
      title: "The API refuses the key",
      messages: [
        "Put a valid key into STATUSHUB_API_KEY",
        "If it was rotated: refresh and destroy use the key in the state",
        "the one ending in <api key>",
      ],
      cause:
        "The API answered 401. The message names the key by its last four characters and by where it came from: the " +
        "environment, the Pulumi configuration, or an explicit provider.",
      cure:
        "Set a valid key in that place. After a rotation, run `pulumi up --refresh --run-program` or set " +
        "`STATUSHUB_API_KEY`: without it, Pulumi uses the key in the state.",
    },
    {
      title: "The role does not allow it",
      messages: ["check the role of its owner on this hub"],
      cause: "The API answered 403: the owner of the key has a role on this hub that is not enough.",
      cure:
        "`pulumi-statushub doctor --probe` shows the role on each hub. Templates and maintenances need an editor, services a manager; " +
        "reading is enough for drift and export.",
    },
    {
      title: "The hub is not visible",
      messages: ["is not visible with this key", "no hub with the id <id> is visible"],
      cause:
        "The API has no hub of that subdomain or id for this key: it is misspelled, it belongs to another account, or " +
        "the owner of the key has no role on it. Nothing is taken for deleted in that case.",
      cure: "Run `pulumi-statushub doctor`: it lists the hubs that the key sees.",
    },
    {
      title: "The subdomain belongs to another hub",
      messages: ["the state has it as hub <id>"],
      cause:
        "The state knows a hub by its ID. The API has another hub under this subdomain, and the list of hubs does not show " +
        "the ID under any other: the key belongs to another account, or the hub was deleted and its subdomain is used again.",
      cure:
        "Use the key of the account in which the stack was made. If the hub was deleted, remove it and its records from " +
        "the state with `pulumi state delete`. A hub that was only renamed is found by its ID.",
    },
  ],
};
