import * as statushub from "pulumi-statushub";

/*
 * A page converted from Atlassian Statuspage: convert.ts wrote page.json. To run it on the emulator:
 *
 *     pulumi-statushub emulator
 */

statushub.StatusPage.fromFile("acme", "page.json");
