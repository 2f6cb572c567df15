import { randomBytes } from "node:crypto";
import type { Stored } from "../../../model/api/form.ts";
import { adoptionKey } from "../forms/state.ts";

/** Names an adoption in the state. No other resource has the same name. */
export const newAdoption = (): Stored => ({ [adoptionKey]: randomBytes(6).toString("base64url") });
