import { PolicyPack, type ResourceValidationPolicy, type StackValidationPolicy } from "@pulumi/policy";

/** The Services of a program, from the dynamic or the native provider. */
const isService = (type: string) => /statushub:(index:)?Service$/.test(type);

const annotation = "statushub.com/service";

/** Every Ingress names its service on the status page, or says "none". */
const coverage: StackValidationPolicy = {
  name: "every-ingress-has-a-service",
  description: `An Ingress has the annotation ${annotation}, with the customId of a Service.`,
  enforcementLevel: "mandatory",
  validateStack: ({ resources }, report) => {
    const services = new Set(resources.filter(({ type }) => isService(type)).map(({ props }) => props.customId));
    for (const { type, name, props } of resources) {
      if (type !== "kubernetes:networking.k8s.io/v1:Ingress") continue;
      const service = props.metadata?.annotations?.[annotation];
      if (service !== "none" && !services.has(service))
        report(`Ingress ${name}: no Service has its customId ${service}.`);
    }
  },
};

/** Integrations and monitors find a service by its customId. */
const customIds: ResourceValidationPolicy = {
  name: "services-have-a-custom-id",
  description: "A Service has a customId.",
  enforcementLevel: "mandatory",
  validateResource: ({ type, props }, report) => {
    if (isService(type) && !props.customId) report("Declare a customId.");
  },
};

/** Whoever reads the address of a webhook can post to its channel. */
const addresses: StackValidationPolicy = {
  name: "addresses-stay-secret",
  description: "The address of a Subscription is in no other property of the page.",
  enforcementLevel: "mandatory",
  validateStack: ({ resources }, report) => {
    const page = resources.filter(({ type }) => type.includes("statushub:"));
    const secrets = page.flatMap(({ props }) => (typeof props.address === "string" ? [props.address] : []));
    for (const { name, props } of page) {
      const { address: _, ...others } = props;
      if (secrets.some((secret) => JSON.stringify(others).includes(secret))) report(`${name} shows an address.`);
    }
  },
};

new PolicyPack("status-page", { policies: [coverage, customIds, addresses] });
