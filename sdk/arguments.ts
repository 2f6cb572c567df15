// Written by `npm run generate`. Edit tools/generate/documentation.ts instead.
import type * as pulumi from "@pulumi/pulumi";
import type { Hub } from "./hub.ts";

/** Identifies a hub by its ID, its subdomain or both. */
export interface HubReference {
  /** ID of the hub in the API, which doesn't change if the hub is renamed. */
  id?: pulumi.Input<string | undefined>;
  /** Subdomain of the hub. */
  subdomain?: pulumi.Input<string | undefined>;
}

/** Hub of a record. */
export interface HubScopedArgs {
  /**
   * Your hub: a `Hub` resource or a subdomain. If you pass a `Hub`, you can rename it without replacing its records. If
   * you pass a subdomain and change it to name a different hub, Pulumi replaces the record. A number could be an ID or
   * a subdomain, so write `{ id: "17" }` or `{ subdomain: "17" }`.
   */
  hub: pulumi.Input<Hub | HubReference | string>;
}

/** Arguments that all resources of a hub have. */
export interface ManagedRecordArgs extends HubScopedArgs {
  /**
   * Manages an existing record instead of creating one. Pass its ID, such as `"1234"`. For services and subscriptions,
   * you can also pass `true`, which adopts the record with exactly your `customId` or `address`, and creates one if
   * there is none. Differences are sent in one request. If you pass the ID of a deleted subscription, it is restored.
   * Only used on create; you can remove it afterwards.
   *
   * Fails if the hub has no such record, if the record is deleted and can't be restored, or if a different resource of
   * the stack manages it. `true` also fails if the `customId` or `address` of a record is similar but not equal.
   *
   * @default a record is created
   */
  adopt?: pulumi.Input<boolean | string | undefined>;
}

/** Account and settings of a provider. */
export interface ProviderArgs {
  /** API key. Stored as a secret. */
  apiKey?: pulumi.Input<string | undefined>;
  /** First part of the host name that you sign in to. */
  account?: pulumi.Input<string | undefined>;
  /**
   * Region of the account.
   *
   * @default "us"
   */
  region?: pulumi.Input<"us" | "eu" | undefined>;
  /** Base URL, instead of account and region: `https://acme.app.statushub.io/api/v3`. */
  baseUrl?: pulumi.Input<string | undefined>;
  /**
   * Whether a preview compares the program with the account: `"true"` reports what would fail an `up`, and `"strict"`
   * fails on the first problem.
   *
   * @default "false"
   */
  verify?: pulumi.Input<"true" | "strict" | "false" | undefined>;
}
