import { PolicyPack } from "@pulumi/policy";
import { annotation, policies } from "pulumi-statushub/policy";

new PolicyPack("status-page", {
  enforcementLevel: "mandatory",
  policies: policies({
    coverage: {
      types: { "kubernetes:networking.k8s.io/v1:Ingress": annotation("statushub.com/service", { exclusive: true }) },
      // Other stacks manage these.
      elsewhere: ["login"],
      // Every service of this program has an Ingress.
      standalone: [],
    },
  }),
});
