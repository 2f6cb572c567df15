import { problem } from "./problem.ts";

export const noApiKey = problem("SH1001", {
  title: "No API key",
  text: {
    key: `No API key for StatusHub. Set the secret statushub:apiKey (pulumi config set --secret statushub:apiKey ...) or
      STATUSHUB_API_KEY. To work without an account, run "npx pulumi-statushub emulator" and set the base URL and key that
      it prints.`,
    keyAndAccount: `No API key and no account for StatusHub. Set the secret statushub:apiKey (pulumi config set --secret
      statushub:apiKey ...) or STATUSHUB_API_KEY, and statushub:account or STATUSHUB_ACCOUNT; outside the US, also
      statushub:region or STATUSHUB_REGION. To work without an account, run "npx pulumi-statushub emulator" and set the
      base URL and key that it prints.`,
  },
  remedy: "In CI, check that the secret is passed to the step that runs Pulumi.",
});

export const malformedApiKey = problem("SH1002", {
  title: "The API key contains invalid characters",
  text: "The API key for StatusHub from the <source> contains spaces or other invalid characters. Set it again.",
  cause: "The key was pasted with a space, a line break or quotes.",
  remedy: 'To set it without a line break, run `printf %s "$KEY" | pulumi config set --secret statushub:apiKey`.',
});

export const noAccount = problem("SH1003", {
  title: "No account",
  text: `No StatusHub account. Set statushub:account and, outside the US, statushub:region (or STATUSHUB_ACCOUNT and
    STATUSHUB_REGION), or the whole statushub:baseUrl (STATUSHUB_BASE_URL). To work without an account, run
    "npx pulumi-statushub emulator" and set the base URL that it prints.`,
  remedy: "If you sign in at `https://acme.app.statushub.io`, run `pulumi config set statushub:account acme`.",
});

export const malformedAccount = problem("SH1004", {
  text: 'statushub:account must be the first part of the host name that you sign in to, such as "acme"; got <account>.',
});

export const unknownRegion = problem("SH1005", {
  title: "The region is unknown",
  text: 'statushub:region must be "us" or "eu"; got <region>.',
  remedy: "Look at the host that you sign in to: `app.statushub.io` is `us`, `app-eu1.statushub.io` is `eu`.",
});

export const dividedAddress = problem("SH1006", {
  title: "Region and account come from different places",
  text: `The region <region> comes from the <source>, and the <other> from the <otherSource>. Set them in one place:
    statushub:account and statushub:region, or STATUSHUB_ACCOUNT and STATUSHUB_REGION. With a base URL, remove the
    region.`,
  cause:
    "For example, `statushub:region` is set in the stack and `STATUSHUB_ACCOUNT` in the shell. Combining them could send the " +
    "API key to a host that you didn't choose.",
  remedy: "Check your shell and CI for leftover `STATUSHUB_*` variables. A base URL already implies the region.",
});

export const invalidVerify = problem("SH1007", {
  title: "Verify has an unknown value",
  text: "statushub:verify (or STATUSHUB_VERIFY) must be true, false or strict; got <value>.",
  remedy:
    "Use `true` to list everything that an `up` would fail on, or `strict` to fail on the first problem. See [Check a preview](guides/verify.md).",
});

export const malformedBaseUrl = problem("SH1008", {
  text: `statushub:baseUrl must be a plain https URL such as "https://acme.app.statushub.io/api/v3", without user, query
    or fragment.`,
});

export const insecureBaseUrl = problem("SH1009", {
  title: "The base URL is not https",
  text: "statushub:baseUrl <origin> is not https. The API key is sent only over https, or to this machine itself.",
  remedy: "Use https. For an emulator in a different container, forward its port to `127.0.0.1`.",
});

export const malformedProxy = problem("SH1010", {
  title: "The proxy is not a URL",
  text: '<name> must be an http or https URL such as "http://proxy.example.com:3128".',
  cause:
    "`HTTPS_PROXY` or `HTTP_PROXY` is not a URL, or is neither http nor https. The message doesn't show the value, because it may contain a password.",
  remedy: "Encode special characters in the password, such as `%40` for `@`.",
});

export const unknownHost = problem("SH1011", {
  text: "there is no host <host>. Check statushub:account and statushub:region, or statushub:baseUrl.",
});

export const redirected = problem("SH1012", {
  title: "The base URL redirects",
  text: `<baseUrl> redirects to <location> (<status>), so it is not the address of the API. The redirect was not followed,
    and the API key was not sent there. Correct statushub:baseUrl, or statushub:account and statushub:region.`,
  cause: "The base URL isn't that of the API: `/api/v3` is missing, or a proxy or login page responds instead.",
  remedy: "Run `curl -I` on the base URL from the same machine to see which server responds.",
});

export const rejectedKey = problem("SH1013", {
  title: "StatusHub rejects the API key",
  text: {
    response: `<request> returned <status>: <serverMessage>. Run the command doctor with the same options: it shows the
      key and the account that are used.`,
    fromEnvironment: `StatusHub rejected the API key (<status>: <serverMessage>) at <baseUrl>. The key used is <key>. Put a key
      of this account into STATUSHUB_API_KEY.`,
    ofCommand: `StatusHub rejected the API key (<status>: <serverMessage>) at <baseUrl>. The key used is <key>. Put a key of
      this account into the stack configuration.`,
    fromConfiguration: `StatusHub rejected the API key (<status>: <serverMessage>) at <baseUrl>. The key used is <key>. If it
      was rotated: refresh and destroy use the key in the state until an up has finished, so run with --run-program.`,
  },
  cause:
    "The key was revoked, rotated or mistyped, or it belongs to a different account or region. The message names it by its last " +
    "four characters and by its source: the environment, the Pulumi configuration, or an explicit provider.",
  remedy:
    "Set a valid key in that place. After a rotation, run `pulumi up --refresh --run-program`, which updates the key in the state.",
});

export const forbidden = problem("SH1014", {
  title: "The role doesn't allow the request",
  text: {
    response: `<request> returned <status>: <serverMessage>. Run the command doctor with the same options and --probe: it
      shows the key and its role.`,
    operation: `StatusHub rejected the request (<status>: <serverMessage>). The key used is <key>: check its role, and that of its
      owner on this hub.`,
  },
  cause:
    "The key, or its owner's role on this hub, doesn't allow the operation. A key can have a lower role than its owner, such as " +
    "read-only.",
  remedy:
    "Run `pulumi-statushub doctor --probe` to infer what the key can do on each hub. Writing templates and maintenances takes an " +
    "editor, and writing services a manager. A read-only key is enough for `drift` and `export`. If the owner's role is high " +
    "enough, create a key without a lower role.",
});

export const hubNotVisible = problem("SH1015", {
  title: "The hub is not visible",
  text: `<hub> is not visible with this key (<key>) at <baseUrl>. Check the subdomain, the account and the role of the
    key.`,
  cause:
    "The subdomain or ID is misspelled, the hub belongs to a different account, or the key or its owner has no role on it. The " +
    "provider doesn't treat the records of such a hub as deleted.",
  remedy: "Run `pulumi-statushub doctor`, which lists the hubs that the key can see.",
});

export const otherHub = problem("SH1016", {
  title: "The subdomain belongs to a different hub",
  text: {
    byId: `in StatusHub, "<subdomain>" is hub <id>, but in the state it is hub <knownId>, and this key (<key>) at <baseUrl> sees
      no hub with that ID: the key belongs to a different account, or the hub was deleted. Use the right key, or remove the hub
      and its records from the state.`,
    byCreation: `hub <id> ("<subdomain>") at <baseUrl> was created <created>, but the one in the state <knownCreated>: this key
      (<key>) belongs to a different account or region, whose hub has the same ID. Use the right key and region, or remove the hub
      and its records from the state.`,
  },
  cause:
    "The state identifies a hub by its ID. Either a different hub uses this subdomain now and the key sees no hub with the known " +
    "ID, or the hub with that ID was created at a different time, so it belongs to a different account. (A hub that was only " +
    "renamed is found by its ID.)",
  remedy:
    "Use a key of the account with which you created the stack. If the hub was deleted, run `pulumi state delete` for each record.",
});

export const misspelledSetting = problem("SH1017", {
  text: {
    configured: "statushub:<name> is not a setting. Did you mean statushub:<suggestion>?",
    argument: 'statushub.Provider "<provider>": <name> is not an argument of Provider. <help>',
  },
});

export const ownersNotShared = problem("SH1018", {
  title: "The provider's processes don't know of each other",
  text: `the folder <folder> can't be used (<reason>), so the provider's processes don't tell each other which records they have.
    Until that is mended, move no record between the dynamic and the native provider, or between two Providers.`,
  cause:
    "A program with two providers has two processes. Each notes its records in a folder of temporary files, so that the other " +
    "one doesn't delete a record that has moved. The folder is a file, is read-only or full, or belongs to a different user.",
  remedy: "Make the folder in the message writable, or set `TMPDIR` to a folder that is.",
});
