import { problem } from "../../model/problem.ts";

export const noApiKey = problem("SH1001", {
  text: {
    key: `No API key for StatusHub. Set the secret statushub:apiKey (pulumi config set --secret statushub:apiKey ...) or
      STATUSHUB_API_KEY. If you set it in the stack after the last up, a refresh or destroy needs --run-program. To work without an
      account, run "npx pulumi-statushub emulator" and set the base URL and key that it prints.`,
    keyAndAccount: `No API key and no account for StatusHub. Set the secret statushub:apiKey (pulumi config set --secret
      statushub:apiKey ...) or STATUSHUB_API_KEY, and statushub:account or STATUSHUB_ACCOUNT; outside the US, also
      statushub:region or STATUSHUB_REGION. If you set them in the stack after the last up, a refresh or destroy needs
      --run-program. To work without an account, run "npx pulumi-statushub emulator" and set the base URL and key that it prints.`,
  },
  help:
    "In CI, check that you pass the secret to the step that runs Pulumi. Until an `up` has finished, a refresh and a destroy only know " +
    "the settings of the last one, unless you pass `--run-program`. So [keep the key in one place](guides/api-keys.md#store-the-key).",
});

export const malformedApiKey = problem("SH1002", {
  text: "The API key for StatusHub from the <source> contains spaces or other invalid characters. Set it again.",
  help:
    'You pasted it with a space, a line break or curly quotes. Set it again: `printf %s "$KEY" | pulumi config set ' +
    "--secret statushub:apiKey`.",
});

export const noAccount = problem("SH1003", {
  text: `No StatusHub account. Set statushub:account and, outside the US, statushub:region (or STATUSHUB_ACCOUNT and
    STATUSHUB_REGION), or the whole statushub:baseUrl (STATUSHUB_BASE_URL). If you set it in the stack after the last up,
    a refresh or destroy needs --run-program. To work without an account, run "npx pulumi-statushub emulator" and set the base URL
    that it prints.`,
});

export const malformedAccount = problem("SH1004", {
  text: 'statushub:account must be the first part of the host name that you sign in to, such as "acme"; got <account>.',
});

export const unknownRegion = problem("SH1005", {
  text: 'statushub:region must be "us" or "eu"; got <region>.',
});

export const dividedAddress = problem("SH1006", {
  text: `The region <region> comes from the <source>, and the <other> from the <otherSource>. Set them in one place:
    statushub:account and statushub:region, or STATUSHUB_ACCOUNT and STATUSHUB_REGION. With a base URL, remove the
    region.`,
  help: "Together, they could send your key to a host that you didn't choose. Look for leftover `STATUSHUB_*` variables.",
});

export const malformedBaseUrl = problem("SH1008", {
  text: `statushub:baseUrl must be a plain https URL such as "https://acme.app.statushub.io/api/v3", without user, query
    or fragment.`,
});

export const insecureBaseUrl = problem("SH1009", {
  text: "statushub:baseUrl <origin> is not https. The API key is sent only over https, or to this machine itself.",
});

export const malformedProxy = problem("SH1010", {
  text: '<name> must be an http or https URL such as "http://proxy.example.com:3128".',
  help: "The message hides the value, which may contain a password. Encode special characters, such as `%40` for `@`.",
});

export const unknownHost = problem("SH1011", {
  text: "there is no host <host>. Check statushub:account and statushub:region, or statushub:baseUrl.",
});

export const redirected = problem("SH1012", {
  text: `<baseUrl> redirects to <location> (<status>), so it is not the address of the API. The redirect was not followed,
    and the API key was not sent there. Correct statushub:baseUrl, or statushub:account and statushub:region.`,
  help: "`/api/v3` is missing, or a proxy or login page responds: run `curl -I` on the base URL.",
});

export const rejectedKey = problem("SH1013", {
  text: {
    response: `<request> returned <status>: <serverMessage>. Run the command doctor with the same options: it shows the
      key and the account that are used.`,
    fromEnvironment: `StatusHub rejected the API key (<status>: <serverMessage>) at <baseUrl>. The key used is <key>. Put a key
      of this account into STATUSHUB_API_KEY. If you set one in the stack after the last up, a refresh or destroy needs --run-program.`,
    environmentOfCommand: `StatusHub rejected the API key (<status>: <serverMessage>) at <baseUrl>. The key used is <key>. Put a key
      of this account into STATUSHUB_API_KEY.`,
    configurationOfCommand: `StatusHub rejected the API key (<status>: <serverMessage>) at <baseUrl>. The key used is <key>. Put a key of
      this account into the stack configuration.`,
    providerOfCommand: `StatusHub rejected the API key (<status>: <serverMessage>) at <baseUrl>. The key used is <key>. Pass it a key of
      this account. If you did so after the last up, run pulumi up --refresh --run-program.`,
    fromConfiguration: `StatusHub rejected the API key (<status>: <serverMessage>) at <baseUrl>. The key used is <key>. Put a key of
      this account there. If you did so after the last up, a refresh or destroy needs --run-program.`,
  },
  help:
    "The key was revoked or mistyped, or belongs to a different account or region. After a rotation, run `pulumi up --refresh " +
    "--run-program` while the program still [has a record](guides/api-keys.md#move-a-key) of this provider.",
});

export const forbidden = problem("SH1014", {
  text: {
    response: `<request> returned <status>: <serverMessage>. Check the role of the key, and the role of its owner on the hub,
      in the control panel.`,
    operation: `StatusHub rejected the request (<status>: <serverMessage>). The key used is <key>: check its role, and the role of its
      owner on this hub.`,
  },
});

export const hubNotVisible = problem("SH1015", {
  text: {
    invisible: `<hub> is not visible with this key (<key>) at <baseUrl>. Check the subdomain, the account and the role of the
      key. If the hub was deleted, remove its records from the state with pulumi state delete.`,
    renamed: 'hub "<subdomain>" is called "<renamed>" now. Declare that name.',
  },
  help: "`pulumi-statushub doctor` lists the hubs that your key sees. Your records don't count as deleted.",
});

export const otherHub = problem("SH1016", {
  text: {
    byId: `in StatusHub, "<subdomain>" is hub <id>, but in the state it is hub <knownId>, and this key (<key>) at <baseUrl> sees
      no hub with that ID: the key belongs to a different account, or the hub was deleted. Use the right key, or remove the hub
      and its records from the state.`,
    byName: `in StatusHub, "<subdomain>" is hub <id> now, but the state has records under that name in hub <knownId>. Declare the name
      that hub <knownId> has now; or, to move them to the other hub, hub: { id: "<id>" }.`,
    byCreation: `hub <id> ("<subdomain>") at <baseUrl> was created <created>, but the one in the state <knownCreated>: this key
      (<key>) belongs to a different account or region, whose hub has the same ID. Use the right key and region, or remove the hub
      and its records from the state.`,
  },
  help:
    "If somebody deleted the hub, run `pulumi state delete` for each record. A hub that was only renamed is found by " +
    "its ID.",
});

export const misspelledSetting = problem("SH1017", {
  text: 'statushub.Provider "<provider>": <name> is not an argument of Provider. <help>',
});

export const ownersNotShared = problem("SH1018", {
  text: `the folder <folder> can't be used (<reason>), so the provider's processes don't tell each other which records they have.
    Until that is mended, move no record between the dynamic and the native provider, or between two Providers.`,
  help: "Make the folder writable, or set `TMPDIR`. Providers tell each other there which records they manage, so that none deletes one that you moved.",
});
