import * as pulumi from "@pulumi/pulumi";

/** The same outputs as ours, so that the engine and the SDK spend the same time on both. */
const outputs = {
  hubId: "1",
  token: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: "0123456789abcdef" },
  archived: false,
  createdAt: "2026-01-01T00:00:00Z",
};

/** The smallest possible dynamic provider, which responds immediately. */
const code = `exports.handler=()=>({
  check:async(_,inputs)=>({inputs}),
  diff:async()=>({changes:false}),
  create:async(inputs)=>({id:"1",outs:{...inputs,...${JSON.stringify(outputs)}}}),
  read:async(id,props)=>({id,props:{...props,...${JSON.stringify(outputs)}}}),
  delete:async()=>{}
})`;

const unset = Object.fromEntries(
  ["publicName", "description", "customId", ...Object.keys(outputs)].map((name) => [name, undefined]),
);

export class Trivial extends pulumi.CustomResource {
  constructor(name: string, args: pulumi.Inputs) {
    super("pulumi-nodejs:dynamic/bench:Trivial", name, { ...unset, ...args, __provider: code });
  }
}
