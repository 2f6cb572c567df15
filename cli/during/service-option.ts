import { serviceStatusNames } from "../../model/kinds/service-status-names.ts";
import { invalidService } from "../errors/during.ts";

/** A service as the options name it, and its status during the maintenance. */
export interface ServiceOption {
  readonly reference: string;
  readonly status: string;
}

/** Parses `svc-api=down`; undefined if the form or the status is wrong. */
export function parseService(text: string): ServiceOption | undefined {
  const [, reference = "", status = ""] = /^(.+)=([^=]*)$/.exec(text) ?? [];
  return (serviceStatusNames as readonly string[]).includes(status) ? { reference, status } : undefined;
}

export const describeServiceForm = (): string => invalidService({ statuses: serviceStatusNames.join(", ") });
