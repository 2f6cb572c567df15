import { nativeTypeOf } from "../../model/pulumi/resource-type.ts";

/*
 * The parts of Pulumi's package schema that we use. JSON leaves out what is undefined.
 */

export interface TypeSpec {
  type?: string;
  $ref?: string;
  items?: TypeSpec;
  additionalProperties?: TypeSpec;
  oneOf?: TypeSpec[];
}

export interface PropertySpec extends TypeSpec {
  description?: string | undefined;
  secret?: true | undefined;
  willReplaceOnChanges?: true | undefined;
  defaultInfo?: { environment: readonly string[] };
}

export interface ObjectSpec {
  description?: string;
  type?: string;
  properties: Record<string, PropertySpec>;
  required?: string[];
}

export type NamedSpec = ObjectSpec | { type: "string"; enum: { name: string; value: string }[] };

export interface ResourceSpec extends ObjectSpec {
  readonly inputProperties: Readonly<Record<string, PropertySpec>>;
  readonly requiredInputs: readonly string[];
  readonly aliases?: readonly { readonly type: string }[];
}

export interface FunctionSpec {
  readonly description: string;
  readonly inputs: ObjectSpec;
  readonly outputs: ObjectSpec;
}

export const refTo = (name: string): TypeSpec => ({ $ref: `#/types/${nativeTypeOf(name)}` });
export const resourceRef = (kind: string): TypeSpec => ({ $ref: `#/resources/${nativeTypeOf(kind)}` });
export const anything: TypeSpec = { $ref: "pulumi.json#/Any" };
