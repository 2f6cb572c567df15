import * as pulumi from "@pulumi/pulumi";

/** A resource as the SDK passes it to the engine. */
export interface Registered {
  readonly type: string;
  readonly name: string;
  readonly id: string | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Resources that are registered from now on, with plain secrets. */
export async function recordRegistrations(): Promise<Registered[]> {
  const registered: Registered[] = [];
  await pulumi.runtime.setMocks({
    call: () => ({}),
    newResource: ({ type, name, id, inputs }) => {
      registered.push({ type, name, id, inputs });
      return { id: `${100 + registered.length}`, state: inputs };
    },
  });
  return registered;
}

/** Waits until everything that the program has declared is registered. */
export const settled = () => pulumi.runtime.disconnect();
