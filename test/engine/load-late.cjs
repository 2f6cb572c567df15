/*
 * Pulumi's SDK loads npm's dependency resolver and the TypeScript compiler whenever it is loaded, which takes a third of the
 * start of a program or a provider. Here each is loaded when it is first used, which in these tests is almost never.
 */
const Module = require("node:module");

const late = new Set(["@npmcli/arborist", "typescript"]);
const load = Module._load;

Module._load = function loadLate(request, parent, isMain) {
  const isLate = late.has(request) && parent?.filename?.includes("@pulumi");
  if (!isLate) return load.call(this, request, parent, isMain);
  let loaded;
  const get = () => {
    loaded ??= load.call(Module, request, parent, isMain);
    return loaded;
  };
  return new Proxy(Object.create(null), {
    // The one question that is asked at once, by the importing code that a compiler has made.
    get: (_, name) => (name === "__esModule" ? undefined : get()[name]),
    has: (_, name) => name in get(),
  });
};
