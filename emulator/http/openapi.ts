import { z } from "zod";
import { errorBody, instant } from "../../model/api/field.ts";
import type { Operation } from "../../model/api/operation.ts";
import { type OperationName, operations } from "../../model/kinds/operations.ts";
import { HttpError } from "../http-error.ts";
import { type Route, routes } from "../route.ts";

type Json = Readonly<Record<string, unknown>>;

/** Documented: the revision label of the interface. */
const revision = "3.0-R1";

/** Generates the OpenAPI 3.1 document of the API from its contract. */
export function openApiDocument(serverUrl: string): Json {
  const components = new Components();
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const { path, method } = route.operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(route, components) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "StatusHub Management API",
      version: revision,
      description:
        "As served by the emulator. `x-evidence` says whether an operation or a parameter is documented or inferred.",
    },
    servers: [{ url: serverUrl }],
    security: [{ ApiKeyAuth: [] }],
    paths,
    components: {
      securitySchemes: { ApiKeyAuth: { type: "apiKey", in: "header", name: "X-API-KEY" } },
      schemas: components.schemas,
    },
  };
}

const checks = new Map<OperationName, z.ZodType>();

/**
 * Throws if a response doesn't match the document, which only an edit should cause. Stricter than the contract's own
 * schemas, which accept unknown fields and values, because StatusHub may add some.
 */
export function checkResponse(name: OperationName, response: unknown): void {
  const { response: schema } = operations[name];
  if (!schema) return;
  const check = checks.get(name) ?? strict(schema);
  checks.set(name, check);
  const result = check.safeParse(response);
  if (result.success) return;
  const problem = z.prettifyError(result.error);
  throw new HttpError(
    500,
    `the response of ${name} would not be as documented, perhaps because of an edit:\n${problem}`,
  );
}

/** Zod could read the document itself, but then every part of the package would load all formats that zod knows. */
function strict(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [name, strict(field)]);
    return z.strictObject(Object.fromEntries(fields));
  }
  if (schema instanceof z.ZodArray) return z.array(strict(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return strict(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodOptional) return strict(schema.unwrap() as z.ZodType).optional();
  const { enum: values, format } = schema.meta() ?? {};
  if (Array.isArray(values)) return z.enum(values);
  return format === "date-time" ? instant : schema;
}

/** Named schemas are listed once in the document and referenced elsewhere. */
class Components {
  readonly schemas: Record<string, unknown> = {};

  reference(schema: z.ZodType, io: "input" | "output"): Json {
    const { $schema, $defs, ...own } = z.toJSONSchema(schema, { io, override: withoutPatternOfNumbers });
    Object.assign(this.schemas, relocated($defs ?? {}));
    const name = schema.meta()?.id;
    if (name === undefined) return relocated(own);
    // If zod references the schema by its own name, it is already in $defs.
    if (own.$ref !== `#/$defs/${name}`) this.schemas[name] = relocated(own);
    return { $ref: `#/components/schemas/${name}` };
  }
}

// Query parameters arrive as text, and the pattern for that text doesn't apply to the number.
function withoutPatternOfNumbers({ jsonSchema }: { jsonSchema: { type?: unknown; pattern?: unknown } }): void {
  if (jsonSchema.type === "integer") delete jsonSchema.pattern;
}

function relocated(schema: object): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function describe({ name, operation, parameters, resource }: Route, components: Components): Json {
  const { method, query, body, response, evidence } = operation;
  return {
    operationId: name,
    tags: [resource],
    "x-evidence": evidence,
    parameters: [...parameters.map(pathParameter), ...queryParameters(operation, query, components)],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: components.reference(body, "input") } } },
    }),
    responses: {
      ...(response && {
        200: {
          description: "The operation succeeded.",
          content: { "application/json": { schema: components.reference(response, "output") } },
        },
      }),
      ...errorResponses(operation, method, components),
    },
  };
}

const pathParameter = ({ name }: Route["parameters"][number]): Json => ({
  name,
  in: "path",
  required: true,
  schema: parameterSchemas[name] ?? { type: "integer", minimum: 1 },
});

const parameterSchemas: Readonly<Record<string, Json>> = {
  subdomain: { type: "string", pattern: "^[a-z0-9][a-z0-9_-]*[a-z0-9]$" },
  // Documented: the ID of a maintenance is a string. Inferred: it consists of digits.
  maintenance_id: { type: "string", pattern: "^[1-9][0-9]*$" },
};

function queryParameters({ inferredQuery }: Operation, query: z.ZodObject, components: Components): Json[] {
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    "x-evidence": inferredQuery.includes(name) ? "inferred" : "documented",
    // The values of a ZodObject's shape are schemas, but its type only knows zod's core.
    schema: components.reference(schema as z.ZodType, "input"),
  }));
}

const problems: Readonly<Record<number, string>> = {
  400: "The body isn't a JSON object in UTF-8.",
  401: "The API key is missing or unknown.",
  403: "The role of the API key doesn't allow this.",
  404: "The hub or the record doesn't exist, or is hidden from this key.",
  409: "A value conflicts with that of an existing record.",
  413: "The body is too long.",
  415: "The header Content-Type isn't application/json.",
  422: "A value is invalid or breaks a rule.",
  429: "Too many requests.",
  501: "The emulator doesn't have this operation.",
};

function errorResponses({ body, response, path }: Operation, method: string, components: Components): Json {
  const statuses = [
    401,
    422,
    429,
    ...(path === "/hubs" ? [] : [403, 404]),
    ...(method === "GET" ? [] : [409]),
    ...(body ? [400, 413, 415] : []),
    ...(response ? [] : [501]),
  ];
  const content = { "application/json": { schema: components.reference(errorBody, "output") } };
  const retryAfter = { "Retry-After": { description: "Seconds to wait.", schema: { type: "string" } } };
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: problems[status], content, ...(status === 429 && { headers: retryAfter }) },
    ]),
  );
}
