import { PolicyPack, type ResourceValidationPolicy, type StackValidationPolicy } from "@pulumi/policy";

/** Whether it is a service, from the dynamic or the native provider. */
const isService = (type: string) => /statushub:(index:)?Service$/.test(type);

const annotation = "statushub.com/service";

/** Services that other stacks manage. */
const elsewhere = ["login"];

const coverage: StackValidationPolicy = {
  name: "ingress-has-service",
  description: `An Ingress has the annotation ${annotation}, with the customId of a service.`,
  validateStack: ({ resources }, report) => {
    const services = resources.filter(({ type }) => isService(type)).map(({ props }) => props.customId);
    for (const { type, name, props } of resources) {
      if (type !== "kubernetes:networking.k8s.io/v1:Ingress") continue;
      const service = props.metadata?.annotations?.[annotation];
      if (![...services, ...elsewhere].includes(service)) report(`Ingress "${name}" has no service.`);
    }
  },
};

/** By its customId, other stacks, integrations and pipelines find a service. */
const customIds: ResourceValidationPolicy = {
  name: "service-has-custom-id",
  description: "A service has a customId.",
  validateResource: ({ type, props }, report) => {
    if (isService(type) && !props.customId) report("Declare its customId.");
  },
};

/** Anybody who knows the address of a webhook can post to its channel. */
const addresses: StackValidationPolicy = {
  name: "address-is-secret",
  description: "The URL that a subscription posts to is in no property that Pulumi prints.",
  validateStack: ({ resources }, report) => {
    const page = resources.filter(({ type }) => type.includes("statushub:"));
    const urls = page.map(({ props }) => String(props.address)).filter((address) => address.startsWith("http"));
    for (const { name, props } of page) {
      const { address, configuration, ...printed } = props;
      if (urls.some((url) => JSON.stringify(printed).includes(url))) report(`"${name}" shows an address.`);
    }
  },
};

new PolicyPack("status-page", { enforcementLevel: "mandatory", policies: [coverage, customIds, addresses] });
