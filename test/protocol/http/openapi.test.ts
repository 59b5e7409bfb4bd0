/** The OpenAPI document: made from the endpoint values, whole, and clean in the eyes of an outsider's linter. */
import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { openApiWebhooks } from "../../../protocol/events/openapi-webhooks.ts"
import type { Endpoint, EndpointTable } from "../../../protocol/http/endpoint.ts"
import { BOX_ENDPOINTS, HUB_ENDPOINTS } from "../../../protocol/http/endpoints.ts"
import { FAMILIES } from "../../../protocol/http/families.ts"
import { type OpenApiOptions, openApiOf } from "../../../protocol/http/openapi.ts"
import { REFUSALS } from "../../../protocol/refusals.ts"
import { tempFile } from "../../kit/temp.ts"

const LINT_TIMEOUT_MS = 60_000

interface Operation {
  readonly operationId: string
  readonly responses: Record<string, { content?: Record<string, unknown> }>
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

  it(
    "has no fault that a linter finds",
    async () => {
      const file = tempFile("openapi.json")
      writeFileSync(file, JSON.stringify(document))
      const redocly = join(
        dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")),
        "bin",
        "cli.js",
      )
      const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
      const run = promisify(execFile)(process.execPath, [redocly, "lint", file, "--format=json"], { env })
      const { stdout } = await run.catch((error: { stdout: string }) => error)
      expect(JSON.parse(stdout).problems).toEqual([])
    },
    LINT_TIMEOUT_MS,
  )
})
