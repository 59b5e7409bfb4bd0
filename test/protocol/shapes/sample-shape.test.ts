/** What is made out of a shape fits it, for every shape that an endpoint of either machine asks with or answers. */
import { describe, expect, it } from "vitest"
import type { Endpoint } from "../../../protocol/http/endpoint.ts"
import { BOX_ENDPOINTS, HUB_ENDPOINTS } from "../../../protocol/http/endpoints.ts"
import { bodyExample } from "../../../protocol/http/openapi-examples.ts"
import { sampleOf } from "../../../protocol/shapes/sample-shape.ts"
import { createValidator } from "../../../runtime/validate.ts"

const all: Endpoint[] = Object.values({ ...HUB_ENDPOINTS, ...BOX_ENDPOINTS })

describe("sample fits its schema", () => {
  const validator = createValidator()

  it.each(all.map((value) => [value.name, value] as const))("%s", (name, value) => {
    if (value.body) expect(validator.check(value.body, bodyExample(value))).toEqual([])
    for (const schema of Object.values(value.replies)) {
      if (schema) expect(validator.check(schema, sampleOf(schema, { name }))).toEqual([])
    }
    if (value.params) expect(validator.check(value.params, sampleOf(value.params))).toEqual([])
  })
})
