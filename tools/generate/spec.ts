import { nativeTypeOf } from "../../model/pulumi/resource-type.ts";

/** The subset of Pulumi's package schema that we use. */
export interface TypeSpec {
  type?: string;
  $ref?: string;
  items?: TypeSpec;
  additionalProperties?: TypeSpec;
  oneOf?: TypeSpec[];
}

export interface PropertySpec extends TypeSpec {
  description?: string;
  secret?: true;
  willReplaceOnChanges?: true;
  defaultInfo?: { environment: readonly string[] };
}

export interface ObjectSpec {
  description?: string;
  type?: string;
  properties: Record<string, PropertySpec>;
  required?: string[];
}

export type NamedSpec = ObjectSpec | { type: "string"; enum: { name: string; value: string }[] };

export const refTo = (name: string): TypeSpec => ({ $ref: `#/types/${nativeTypeOf(name)}` });
export const resourceRef = (kind: string): TypeSpec => ({ $ref: `#/resources/${nativeTypeOf(kind)}` });
export const anything: TypeSpec = { $ref: "pulumi.json#/Any" };

export interface ResourceSpec extends ObjectSpec {
  readonly inputProperties: Readonly<Record<string, PropertySpec>>;
  readonly requiredInputs: readonly string[];
  readonly aliases?: readonly { readonly type: string }[];
}
