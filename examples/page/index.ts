import * as statushub from "pulumi-statushub";

/*
 * A whole status page in one file, page.yaml. To run it on the emulator:
 *
 *     pulumi-statushub emulator
 *     pulumi config set --secret slackUrl https://hooks.slack.com/services/...
 */

const page = statushub.StatusPage.fromFile("acme", "page.yaml");

export const hubName = page.hub.name;
