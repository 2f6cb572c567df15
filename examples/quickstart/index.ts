import * as statushub from "pulumi-statushub";
import page from "./page.json" with { type: "json" };

const hub = new statushub.Hub("tor-project", {
  subdomain: "tor-project",
  name: page.page.name,
  productUrl: page.page.url,
});

/** Groups are created in the control panel. In this example, their IDs count from 1, in the order of the page. */
const groups = page.groups.map(({ key }) => key);

const services = page.services.map(
  ({ key, name, group, description }) =>
    new statushub.Service(key, { hub, groupId: groups.indexOf(group) + 1, name, customId: key, description }),
);

export const hubName = hub.name;
export const serviceCount = services.length;
