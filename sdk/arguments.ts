// Written by `npm run generate` from kinds/. Edit the kind instead.
import type * as pulumi from "@pulumi/pulumi";
import type { Hub } from "./hub.ts";

/** A hub by its ID, by its subdomain, or by both. */
export interface HubReference {
  /** ID of the hub in the API. With it, a renamed hub keeps its records. */
  id?: pulumi.Input<string | undefined>;
  /** Subdomain of the hub. */
  subdomain?: pulumi.Input<string | undefined>;
}

/** The hub of a record. */
export interface HubScopedArgs {
  /**
   * The hub that the record belongs to: a `Hub`, or a subdomain. With a `Hub`, renaming it keeps its records. With a
   * subdomain, another subdomain is another hub, and the record is replaced. A number could be an ID or a subdomain, so
   * write `{ id: "17" }` or `{ subdomain: "17" }`.
   */
  hub: pulumi.Input<Hub | HubReference | string>;
}

/** Arguments of every record that a program manages. */
export interface ManagedRecordArgs extends HubScopedArgs {
  /**
   * Adopts an existing record instead of creating one: the record with this ID, such as `"1234"`, or with `true` the
   * one with exactly the same `customId` (services) or `address` (subscriptions) if there is one. Differences are sent
   * in one request, and a deleted subscription is restored by its ID. Other kinds have no unique key, so they only take
   * an ID. Only used on create; you can remove it afterwards.
   *
   * Fails if the record does not exist on this hub, is deleted for good, or belongs to another resource of the stack,
   * and with `true` also if the `customId` or `address` of a record is only similar.
   *
   * @default a record is created
   */
  adopt?: pulumi.Input<boolean | string | undefined>;
}

/** The account that a provider works on. */
export interface ProviderArgs {
  /** API key. Kept as a secret. */
  apiKey?: pulumi.Input<string | undefined>;
  /** First label of the host that you sign in to. */
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
   * Whether a preview compares the program with the API: `"true"` shows everything that would fail an `up`, `"strict"`
   * makes the first of it an error.
   *
   * @default "false"
   */
  verify?: pulumi.Input<"true" | "strict" | "false" | undefined>;
}
