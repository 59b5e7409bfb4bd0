/** The OpenAPI document: made from the endpoint values, whole, and clean in the eyes of an outsider's linter. */
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { openApiWebhooks } from "../../../protocol/events/openapi-webhooks.ts"
import type { Endpoint, EndpointTable } from "../../../protocol/http/endpoint.ts"
import { BOX_ENDPOINTS, HUB_ENDPOINTS } from "../../../protocol/http/endpoints.ts"
import { FAMILIES } from "../../../protocol/http/families.ts"
import { type OpenApiOptions, openApiOf } from "../../../protocol/http/openapi.ts"
import { OPERATION_GROUPS } from "../../../protocol/http/operation-groups.ts"
import { REFUSALS } from "../../../protocol/refusals.ts"
import { FISCAL_IDENTIFIERS } from "../../../protocol/shapes/fiscal-identifiers.ts"
import { tempFile } from "../../kit/temp.ts"
import { runWatched } from "../../kit/watched-process.ts"

/** They are what they must be, or the caller's own. */
const HEADERS = ["x-client-channel", "account"]
const LINT_TIMEOUT_MS = 180_000

interface Schema {
  readonly const?: unknown
  readonly description?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Content {
  readonly "application/json": {
    readonly schema: Schema
    readonly example?: unknown
    readonly examples?: Record<string, { readonly value: unknown }>
  }
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly { readonly name: string; readonly required: boolean; readonly example?: unknown }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Record<string, { readonly description: string; readonly content?: Content }>
}

const machines: [string, EndpointTable, Pick<OpenApiOptions, "webhooks">][] = [
  ["the hub", HUB_ENDPOINTS, { webhooks: openApiWebhooks() }],
  ["the box", BOX_ENDPOINTS, {}],
]

describe.each(machines)("the document of %s", (_name, endpoints, sends) => {
  const document = openApiOf({ title: "Brasa", version: "0.0.0", endpoints, ...sends })
  const paths = document.paths as Record<string, Record<string, Operation>>
  const operations = Object.values(paths).flatMap((path) => Object.values(path))

  it("has every endpoint once", () => {
    const names = Object.values(endpoints).map(({ name }) => name)
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(names.sort())
  })

  it.each(Object.values(endpoints).map((value) => [value.name, value] as const))(
    "%s shows each success and each status that it may refuse with",
    (name, value: Endpoint) => {
      const shown = operations.find(({ operationId }) => operationId === name)?.responses ?? {}
      const refusals = [...value.refusals, ...FAMILIES[value.family].refusals].map((code) => REFUSALS[code].status)
      const expected = new Set([...Object.keys(value.replies), ...refusals.map(String)])
      for (const status of expected) expect(Object.keys(shown)).toContain(status)
    },
  )

  it("says of each room what it is for", () => {
    const rooms = new Set(Object.values(endpoints).map(({ name }) => name.split(".")[0]))
    expect([...rooms].filter((room) => !OPERATION_GROUPS[room ?? ""])).toEqual([])
  })

  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    "%s says its rules, how it is asked, what it answers, and of each refusal what to do",
    (_name, { summary, description, parameters, requestBody, responses }) => {
      expect(summary).toMatch(/\.$/)
      expect(description).toMatch(/^- .+\.$/m)
      for (const { name, required, example } of parameters)
        if (required && !HEADERS.includes(name)) expect([name, example]).not.toContain(undefined)
      if (requestBody) expect(requestBody.content["application/json"].example).toBeDefined()
      for (const [status, { description: words, content }] of Object.entries(responses)) {
        if (Number(status) < 400) {
          if (content) expect(content["application/json"].example).toBeDefined()
          continue
        }
        const codes = [...words.matchAll(/^\[`([A-Z_]+)`\]\(\/docs\/errors#\1\): .+\.$/gm)].map(([, code]) => code)
        expect(codes.length).toBeGreaterThan(0)
        expect(Object.keys(content?.["application/json"].examples ?? {})).toEqual(codes)
      }
    },
  )

  it(
    "has no fault that a linter finds, examples that do not fit included",
    async () => {
      const file = tempFile("openapi.json")
      writeFileSync(file, JSON.stringify(document))
      const redocly = join(
        dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")),
        "bin",
        "cli.js",
      )
      const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
      const { out } = await runWatched(process.execPath, [redocly, "lint", file, "--format=json"], { env })
      expect(JSON.parse(out).problems).toEqual([])
    },
    LINT_TIMEOUT_MS,
  )
})

describe("the hub's reference", () => {
  const document = openApiOf({ title: "Brasa", version: "0.0.0", endpoints: HUB_ENDPOINTS })
  const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(Object.values)
  const named = (name: string) => operations.find(({ operationId }) => operationId === name)

  it("lists only a day close for the print of a day close", () => {
    const content = named("printing.dayClose")?.responses[200]?.content?.["application/json"]
    const job = content?.schema.properties?.data?.properties ?? {}
    expect(job.document).toMatchObject({ const: "day_close" })
    expect(job.subject?.properties?.kind).toMatchObject({ const: "storeDay" })
    expect(job.freshness?.properties).toMatchObject({ fiscal: { const: "none" }, isCancelled: { const: false } })
  })

  it("names the identifiers of each country in the fiscal callback", () => {
    const body = named("callbacks.fiscal")?.requestBody?.content["application/json"].schema
    const document = body?.properties?.document?.anyOf?.[0]?.properties ?? {}
    for (const [country, identifiers] of Object.entries(FISCAL_IDENTIFIERS))
      for (const name of Object.keys(identifiers)) expect(document[name]?.description).toContain(`${country}: `)
  })
})
