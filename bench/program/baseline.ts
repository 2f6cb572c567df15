import * as pulumi from "@pulumi/pulumi";

/*
 * The provider that you would write without this package, as the baseline: a dynamic provider in the program itself,
 * which Pulumi stores by value with every resource, with one fetch per call and a retry after a 429.
 */

interface ServiceInputs {
  readonly hub: string;
  readonly groupId: number;
  readonly name: string;
  readonly description: string;
}

/** Tries up to ten times, with the pause that each 429 asks for. */
async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const { STATUSHUB_BASE_URL = "", STATUSHUB_API_KEY = "" } = process.env;
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${STATUSHUB_BASE_URL}${path}`, {
      method,
      headers: { "X-API-KEY": STATUSHUB_API_KEY, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status === 429 && attempt < 10) {
      const seconds = Number(response.headers.get("Retry-After") ?? 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    } else {
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Record<string, unknown>;
    }
  }
}

const toBody = ({ groupId, name, description }: ServiceInputs) => ({ group_id: groupId, name, description });

const provider: pulumi.dynamic.ResourceProvider<ServiceInputs, ServiceInputs> = {
  async create(inputs) {
    const record = await call("POST", `/hubs/${inputs.hub}/services`, toBody(inputs));
    return { id: String(record.id), outs: inputs };
  },
  async read(id, props) {
    if (props === undefined) return {};
    const record = await call("GET", `/hubs/${props.hub}/services/${id}`);
    const live = {
      hub: props.hub,
      groupId: Number(record.group_id),
      name: String(record.name),
      description: String(record.description),
    };
    return { id, props: live };
  },
  async diff(_, olds, news) {
    const changes = olds.name !== news.name || olds.groupId !== news.groupId || olds.description !== news.description;
    return { changes };
  },
  async update(id, _, news) {
    await call("PUT", `/hubs/${news.hub}/services/${id}`, toBody(news));
    return { outs: news };
  },
  async delete(id, props) {
    await call("DELETE", `/hubs/${props.hub}/services/${id}`);
  },
};

export class Service extends pulumi.dynamic.Resource {
  constructor(name: string, args: ServiceInputs) {
    super(provider, name, args);
  }
}
