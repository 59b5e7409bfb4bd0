/** The OpenAPI 3.1 document, made from the endpoint values and nothing else. */
import type { TSchema } from "typebox"
import { REFUSALS, type RefusalCode } from "../refusals.ts"
import type { Endpoint, EndpointTable } from "./endpoint.ts"
import { type Family, familyOf } from "./families.ts"

export interface OpenApiOptions {
  readonly title: string
  readonly version: string
  readonly endpoints: EndpointTable
}

type Json = Record<string, unknown>

export function openApiOf({ title, version, endpoints }: OpenApiOptions): Json {
  const paths: Record<string, Json> = {}
  for (const value of Object.values(endpoints)) {
    const path = value.path.replaceAll(/:(\w+)/g, "{$1}")
    paths[path] = { ...paths[path], [value.method.toLowerCase()]: operationOf(value) }
  }
  return {
    openapi: "3.1.0",
    info: { title, version, summary: "One contract on both sides of the cable.", license: PROPRIETARY },
    servers: [{ url: "/" }],
    tags: tagsOf(endpoints),
    paths,
    components: { securitySchemes: { key: KEY }, headers: { RequestId: REQUEST_ID } },
  }
}

const PROPRIETARY = { name: "Proprietary", identifier: "LicenseRef-Proprietary" }

const KEY = { type: "apiKey", in: "header", name: "x-api-key", description: "A vendor-scoped API key." }

const REQUEST_ID = {
  description: "The request's id: the caller's own, if it sent a sane one in the same header.",
  schema: { type: "string" },
}

function operationOf(value: Endpoint): Json {
  const family = familyOf(value.family)
  return {
    operationId: value.name,
    tags: [tagOf(value)],
    summary: value.summary,
    description: [value.scope && `Scope \`${value.scope}\`.`, `Source: ${value.section}.`].filter(Boolean).join(" "),
    security: family.credential === "key" ? [{ key: [] }] : [],
    parameters: [...parametersOf(value.params, "path"), ...parametersOf(value.query, "query")],
    ...(value.body && { requestBody: bodyOf(value) }),
    responses: { ...successes(value, family), ...refusals(value, family) },
  }
}

function parametersOf(schema: TSchema | undefined, place: "path" | "query"): Json[] {
  if (!schema || !("properties" in schema)) return []
  const required: readonly string[] = "required" in schema ? (schema.required as string[]) : []
  return Object.entries(schema.properties as Record<string, TSchema>).map(([name, inner]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: inner,
  }))
}

function bodyOf(value: Endpoint): Json {
  return {
    required: true,
    content: {
      "application/json": { schema: value.body, ...(value.example !== undefined && { example: value.example }) },
    },
  }
}

function successes(value: Endpoint, family: Family): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(value.replies).map(([status, schema]) => [
      status,
      {
        description: SUCCESS[status] ?? "Done.",
        headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
        ...(schema && { content: { "application/json": { schema: wrapped(family, schema) } } }),
      },
    ]),
  )
}

const SUCCESS: Record<string, string> = {
  200: "Done, or done before.",
  201: "Created.",
  202: "Accepted; the work is not done yet.",
  204: "Done; nothing to say.",
}

/** What the family's envelope makes of a schema: the envelope is asked with a stand-in, which is then given its shape. */
function wrapped(family: Family, schema: TSchema): Json {
  const envelope = family.wrap(schema) as Json
  if (envelope === schema) return schema as Json
  const properties = Object.fromEntries(
    Object.entries(envelope).map(([key, inner]) => [key, inner === schema ? schema : { const: inner }]),
  )
  return { type: "object", required: Object.keys(properties), properties }
}

/** One answer per status; its codes in an enum, each with what to do. */
function refusals(value: Endpoint, family: Family): Record<string, Json> {
  const codes = [...new Set<RefusalCode>([...value.refusals, ...family.refusals])]
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of codes) byStatus.set(REFUSALS[code].status, [...(byStatus.get(REFUSALS[code].status) ?? []), code])
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      String(status),
      {
        description: those.map((code) => `\`${code}\`: ${REFUSALS[code].action}`).join("\n\n"),
        content: { "application/json": { schema: failureOf(those) } },
      },
    ]),
  )
}

function failureOf(codes: readonly RefusalCode[]): Json {
  return {
    type: "object",
    required: ["success", "error", "message"],
    properties: {
      success: { const: false },
      error: { type: "string", enum: codes },
      message: { type: "string" },
      details: {
        type: "array",
        items: {
          type: "object",
          required: ["path", "message"],
          properties: { path: { type: "string" }, message: { type: "string" } },
        },
      },
      data: { type: "object" },
    },
  }
}

function tagOf(value: Endpoint): string {
  return value.name.split(".")[0] ?? value.name
}

function tagsOf(endpoints: EndpointTable): Json[] {
  const seen = new Map(Object.values(endpoints).map((value) => [tagOf(value), familyOf(value.family).about]))
  return [...seen].map(([name, description]) => ({ name, description }))
}
