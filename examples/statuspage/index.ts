import * as statushub from "pulumi-statushub";

/*
 * A page that came from Atlassian Statuspage: convert.ts made page.json. To run it on the emulator:
 *
 *     pulumi-statushub emulator
 */

statushub.StatusPage.fromFile("acme", "page.json");
