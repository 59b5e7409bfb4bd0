/** Builds the OpenAPI 3.1 document from the endpoint values. */
import type { TSchema } from "typebox"
import { EVENTS_TAG } from "../events/openapi-webhooks.ts"
import { REFUSALS, type Refusal, type RefusalCode } from "../refusals.ts"
import { CLIENT_CHANNEL, credentialOf } from "./credentials.ts"
import type { Endpoint, EndpointTable } from "./endpoint.ts"
import { wrapSchema } from "./envelopes.ts"
import { type Family, familyOf, refusalsOf, takesIdempotencyKey } from "./families.ts"
import { answerExample, bodyExample, parameterExample, refusalExamples } from "./openapi-examples.ts"
import { OPERATION_GROUPS } from "./operation-groups.ts"
import { OPERATION_RULES } from "./operation-rules.ts"

export interface OpenApiOptions {
  readonly title: string
  readonly version: string
  readonly endpoints: EndpointTable
  /** The webhooks that this machine sends, by event type. */
  readonly webhooks?: Readonly<Record<string, Json>>
}

type Json = Record<string, unknown>

export function openApiOf({ title, version, endpoints, webhooks }: OpenApiOptions): Json {
  const paths: Record<string, Json> = {}
  for (const value of Object.values(endpoints)) {
    const path = value.path.replaceAll(/:(\w+)/g, "{$1}")
    paths[path] = { ...paths[path], [value.method.toLowerCase()]: operationOf(value) }
  }
  return {
    openapi: "3.1.0",
    info: { title, version, summary: SUMMARY, description: DESCRIPTION, license: PROPRIETARY },
    servers: [{ url: "/" }],
    tags: [...tagsOf(endpoints), ...(webhooks ? [EVENTS_TAG] : [])],
    paths,
    ...(webhooks && { webhooks }),
    components: { securitySchemes: schemesOf(endpoints), headers: { RequestId: REQUEST_ID } },
  }
}

/** The security schemes that this machine's endpoints use. */
function schemesOf(endpoints: EndpointTable): Json {
  const taken = Object.values(endpoints).flatMap(({ family }) => securityOf(familyOf(family)).flatMap(Object.keys))
  return Object.fromEntries(Object.entries({ key: KEY, bearer: BEARER }).filter(([name]) => taken.includes(name)))
}

const SUMMARY = "One contract on both sides of the cable."

const DESCRIPTION = [
  "For every operation: a body is JSON of at most 1 MiB. A key may send 100 requests a second, with bursts of twice as many, unless the operator sets",
  "another limit; beyond it the answer is `RATE_LIMITED` with `Retry-After`. Every answer carries `X-Request-Id`: quote it when you ask for help.",
  "Branch on a refusal's code: [what to do about each](/docs/errors).",
].join(" ")

const PROPRIETARY = { name: "Proprietary", identifier: "LicenseRef-Proprietary" }

const KEY = { type: "apiKey", in: "header", name: "x-api-key", description: "A vendor-scoped API key." }

const BEARER = {
  type: "http",
  scheme: "bearer",
  description: "An access token, or the API key where both are accepted.",
}

const REQUEST_ID = {
  description: "The request's id: the caller's own, if it sent a valid one in the same header.",
  schema: { type: "string" },
}

function operationOf(value: Endpoint): Json {
  const family = familyOf(value.family)
  return {
    operationId: value.name,
    tags: [tagOf(value)],
    summary: value.summary,
    description: descriptionOf(value),
    security: securityOf(family),
    parameters: [
      ...parametersOf(value.params, "path"),
      ...parametersOf(value.query, "query"),
      ...(credentialOf(family.credential).clientHeaders ? CLIENT_HEADERS : []),
      ...(takesIdempotencyKey(value) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(value.body && { requestBody: bodyOf(value) }),
    responses: { ...successes(value, family), ...refusals(value, family) },
  }
}

/** The operation's rules as a list, then its scope and a link to the contract. */
function descriptionOf(value: Endpoint): string {
  const { name, scope, section } = value
  const rules = [...(OPERATION_RULES[name] ?? []), ...screenRules(value)].map((rule) => `- ${rule}`).join("\n")
  const rest = [scope && `Scope \`${scope}\`.`, contractLink(section)].filter(Boolean).join(" ")
  return [rules, rest].filter(Boolean).join("\n\n")
}

/** Turns `orders.md#correct-an-order` into a link to the documentation that each machine serves. */
function contractLink(section: string): string {
  const [page, anchor = ""] = section.split(".md#")
  return `Contract: [${anchor.replaceAll("-", " ")}](/docs/contract/${page}#${anchor}).`
}

/** Rules of every endpoint for the store's own screens. */
function screenRules({ family, role, method, refusals: own }: Endpoint): string[] {
  if (family !== "lan") return []
  return [
    "For the store's own screens, only on the box, with the key of a paired device. It works without internet.",
    ...(role
      ? [`In a store with staff, the signed-in person must be at least a ${role}, or have one authorise the request.`]
      : []),
    ...(method !== "GET" && own.includes("CONFLICT")
      ? ["A `CONFLICT` has changed nothing; its message says why."]
      : []),
  ]
}

/** Each entry is one alternative; schemes in the same entry are required together. */
function securityOf({ credential }: Family): Json[] {
  const { key, token } = credentialOf(credential)
  if (token === "beside") return [{ key: [], bearer: [] }]
  const bearer = token === "instead" || key.includes("bearer")
  return [...(key.includes("x-api-key") ? [{ key: [] }] : []), ...(bearer ? [{ bearer: [] }] : [])]
}

const CLIENT_HEADERS: Json[] = [
  { name: "x-client-channel", in: "header", required: true, schema: { const: CLIENT_CHANNEL } },
  { name: "account", in: "header", required: true, schema: { type: "string" }, description: "The key's own account." },
]

const IDEMPOTENCY_KEY: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description: "A repeat with the same key and body gets the first answer again, with `Idempotent-Replayed: true`.",
}

function parametersOf(schema: TSchema | undefined, place: "path" | "query"): Json[] {
  if (!schema || !("properties" in schema)) return []
  const required: readonly string[] = "required" in schema ? (schema.required as string[]) : []
  return Object.entries(schema.properties as Record<string, TSchema>).map(([name, inner]) => {
    const needed = place === "path" || required.includes(name)
    const example = needed && { example: parameterExample(name, inner) }
    return { name, in: place, required: needed, schema: inner, ...example }
  })
}

function bodyOf(value: Endpoint): Json {
  return {
    required: true,
    content: { "application/json": { schema: value.body, example: bodyExample(value) } },
  }
}

function successes(value: Endpoint, family: Family): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(value.replies).map(([status, schema]) => [
      status,
      {
        description: SUCCESS[status] ?? "Done.",
        headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
        ...(schema && {
          content: {
            "application/json": { schema: wrapSchema(family, schema), example: answerExample(value, status, schema) },
          },
        }),
      },
    ]),
  )
}

const SUCCESS: Record<string, string> = {
  200: "Done, or done before.",
  201: "Created.",
  202: "Accepted; the work is not done yet.",
  204: "Done; no content.",
}

/** One response per status; it lists its codes, each with the action for the caller. */
function refusals(value: Endpoint, family: Family): Record<string, Json> {
  const codes = refusalsOf(value)
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of codes) {
    for (const status of statusesOf(family, code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, statusCodes]) => [
      String(status),
      {
        description: statusCodes
          .map((code) => `[\`${code}\`](/docs/errors#${code}): ${REFUSALS[code].action}`)
          .join("\n\n"),
        content: {
          "application/json": {
            schema: family.errorSchema(statusCodes),
            examples: refusalExamples(family, statusCodes),
          },
        },
      },
    ]),
  )
}

/** Some families use another status for a body with wrong fields than for an unreadable body. */
function statusesOf(family: Family, code: RefusalCode): Set<number> {
  const bare: Refusal = { refused: code, message: "" }
  return new Set([family.status(bare), family.status({ ...bare, details: [] })])
}

function tagOf(value: Endpoint): string {
  return value.name.split(".")[0] ?? value.name
}

function tagsOf(endpoints: EndpointTable): Json[] {
  const seen = new Map(Object.values(endpoints).map((value) => [tagOf(value), familyOf(value.family).about]))
  return [...seen].map(([name, about]) => ({
    name,
    description: [OPERATION_GROUPS[name], about].filter(Boolean).join(" "),
  }))
}
