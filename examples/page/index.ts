import * as statushub from "pulumi-statushub";

/*
 * Declares the status page that page.yaml describes. To run it, start the emulator in another terminal, set the two variables
 * that it prints, and set the address of the subscription:
 *
 *     npx pulumi-statushub emulator
 *     pulumi config set --secret slackUrl https://hooks.slack.com/services/...
 */

const page = statushub.StatusPage.fromFile("acme", "page.yaml");

export const hubName = page.hub.name;
