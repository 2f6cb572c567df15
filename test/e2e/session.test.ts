import { join } from "node:path";
import { expect, test } from "vitest";
import { createCloudGov, sender } from "../cli/fill.ts";
import { statushub } from "../cli/statushub.ts";
import { createPage } from "../engine/page.ts";

const recording = join(import.meta.dirname, "../../docs/adoption.txt");

test("docs/adoption.txt is what a whole adoption shows", async () => {
  const page = await createPage({ program: "export {};", emulator: { preset: { hubs: [await createCloudGov()] } } });
  const send = sender(page.emulator, "cloud-gov");
  const address = "https://hooks.example.com/services/on-call";
  await send("POST", "/subscriptions", {
    method_name: "slack",
    address,
    services_selection: { all: true },
    label: "On call",
  });
  page.takeWrites();

  const session: string[] = [];
  const run = async (...args: string[]) => {
    const { code, stdout } = await statushub(args, { cwd: page.folder, env: page.environment, merged: true });
    const shown = stdout.replaceAll(page.folder, "/home/me/status");
    session.push(`$ npx pulumi-statushub ${args.join(" ")}\n${shown}${code === 0 ? "" : `[exit code ${code}]\n`}`);
  };
  const remark = (text: string) => session.push(`# ${text}\n`);

  remark("A new Pulumi project with a stack, the package installed, and a key in the environment.");
  await run("adopt", "cloud-gov", "--dry-run");
  await run("adopt", "cloud-gov", "--yes");
  remark("The page received only GET requests, and it matches the program:");
  await run("drift", "--unmanaged");
  expect(page.takeWrites()).toEqual([]);

  remark("Somebody renames a service in the control panel, deletes a template, and adds a service.");
  page.emulator.edit("services", 3, { name: "Credentials" });
  page.emulator.softDelete("maintenance_templates", 2);
  await send("POST", "/services", { name: "Search", group_id: 1 });
  await run("drift", "--unmanaged");
  remark("The new service belongs to the program as well:");
  await run("adopt", "service", "cloud-gov/37", "--as", "search");

  await expect(session.join("\n")).toMatchFileSnapshot(recording);
}, 400_000);
