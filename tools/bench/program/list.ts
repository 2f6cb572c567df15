import { serviceOperations } from "../../../model/kinds/service.ts";
import { openAccount } from "../../../provider/client/account.ts";
import { listAll } from "../../../provider/client/list.ts";
import { resolveConnection } from "../../../provider/config.ts";

/* Lists the services of the hub `acme`, as a process of its own, and prints how many there are. */
const { client } = openAccount(resolveConnection(() => undefined));
const services = await listAll(client, serviceOperations.list, { parameters: { subdomain: "acme" } });
console.log(services.length);
