import type * as pulumi from "@pulumi/pulumi";
import type { ServiceStatusName } from "../types.ts";
import type { PageRecordKind } from "./form.ts";

/** Options of a page. */
export interface StatusPageOptions extends pulumi.ComponentResourceOptions {
  /**
   * Whether to protect all records of the page.
   *
   * @default the services are protected: a deleted service can't be restored, and its history and token are lost. The
   * next `up` creates every other record again from the page.
   */
  protect?: boolean;
  /**
   * Options of one record, such as `aliases` or `ignoreChanges`. They override those of the page.
   *
   * @param key the record's key on the page; for the hub, `hub`
   */
  recordOptions?: (kind: PageRecordKind, key: string) => pulumi.CustomResourceOptions;
}

/** A record whose key on the page may change. */
export interface MovableRecord {
  /**
   * The key that this record had before. The next `up` moves the record to its new key, without a request. You can remove
   * `was` once every stack has been updated.
   */
  was?: string;
}

/**
 * The status of each affected service, by its key on the page: `{ api: "down" }`. A key of digits is the ID of a service that
 * the page does not declare.
 */
export type StatusByService = Readonly<Record<string, ServiceStatusName>>;
