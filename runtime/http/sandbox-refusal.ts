/** Lets an integrator with a test key request any refusal by a header, to test its error handling; nothing is changed. */
import type { IncomingMessage } from "node:http"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { refusalsOf } from "../../protocol/http/families.ts"
import { invalid, type Refusal, type RefusalCode, refuse } from "../../protocol/refusals.ts"
import { headerOf } from "./read-request.ts"

const SANDBOX_HEADER = "x-sandbox-refuse"
const TEST_KEY = "brasa_test_"
const BEARER = /^Bearer +/i

/** Null without the header, or without a test key. */
export function sandboxRefusal(value: Endpoint, request: IncomingMessage): Refusal | null {
  const requested = headerOf(request, SANDBOX_HEADER)
  const key = headerOf(request, "x-api-key") || headerOf(request, "authorization")?.replace(BEARER, "")
  if (!requested || !key?.startsWith(TEST_KEY)) return null
  const codes = refusalsOf(value)
  const code = codes.find((known: RefusalCode) => known === requested)
  if (!code) return invalid({ path: SANDBOX_HEADER, message: `must be one of ${codes.join(", ")}` })
  return refuse(code, `Refused because ${SANDBOX_HEADER} requested it.`)
}
