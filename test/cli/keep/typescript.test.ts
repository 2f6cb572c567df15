import { expect, it } from "vitest";
import { typescript } from "../../../cli/keep/typescript.ts";

it("finds each declaration by a literal name, and the variables that the rest of the file knows", () => {
  const text = `
const api = new statushub.Service("api", {});
export const web: statushub.Service = new statushub.Service(
  'web',
  {},
);
new Hub(\`acme\`);
function all() {
  const inner = new statushub.Service("inner", {});
  return [inner, new statushub.Maintenance("work", {})];
}
// new statushub.Service("commented", {});
/*
 * new statushub.Service("commented", {});
 */
for (const name of names) new statushub.Service(name, {});
new statushub.Service(\`\${name}-api\`, {});
new statushub.Service("a" + name, {});
new k8s.core.v1.Service("other", {});
`;
  const found = typescript.text?.declarationsIn(text) ?? [];
  expect(found.map(({ kind, name, line, reference }) => [kind, name, line, reference?.text])).toEqual([
    ["Service", "api", 2, "api"],
    ["Service", "web", 3, "web"],
    ["Hub", "acme", 7, undefined],
    ["Service", "inner", 9, undefined],
    ["Maintenance", "work", 10, undefined],
  ]);
});
