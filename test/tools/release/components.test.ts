import { expect, test } from "vitest";
import { shippedComponents } from "../../../tools/release/components.ts";

test("the list of components names what npm installs and what the files contain, and no other package", () => {
  const component = (name: string, ...properties: string[]) => ({
    "bom-ref": `${name}@1.0.0`,
    name,
    version: "1.0.0",
    properties: properties.map((property) => ({ name: `cdx:npm:package:${property}` })),
  });
  const [installed, contained, tool] = ["installed@1.0.0", "contained@1.0.0", "tool@1.0.0"];
  const list = {
    metadata: { component: { "bom-ref": "own@1.0.0" } },
    components: [component("installed"), component("contained", "development"), component("tool", "development")],
    dependencies: [
      { ref: "own@1.0.0", dependsOn: [installed, contained, tool] },
      { ref: tool, dependsOn: [contained] },
    ],
  };

  expect(shippedComponents(list, "Notices\n\ncontained 1.0.0 (MIT)\ntool 2.0.0 (MIT)")).toEqual({
    ...list,
    components: [component("installed"), component("contained")],
    dependencies: [{ ref: "own@1.0.0", dependsOn: [installed, contained] }],
  });
});
