/** With a test key a caller may ask for a refusal, to see how it fares with one: nothing is changed, and no live key can. */
import type { IncomingMessage } from "node:http"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { refusalsOf } from "../../protocol/http/families.ts"
import { invalid, type Refusal, type RefusalCode, refuse } from "../../protocol/refusals.ts"
import { headerOf } from "./read-request.ts"

const SANDBOX_HEADER = "x-sandbox-refuse"
const TEST_KEY = "brasa_test_"
const BEARER = /^Bearer +/i

/** null where nothing was asked for, or by a key that is no test key. */
export function sandboxRefusal(value: Endpoint, request: IncomingMessage): Refusal | null {
  const wished = headerOf(request, SANDBOX_HEADER)
  const key = headerOf(request, "x-api-key") || headerOf(request, "authorization")?.replace(BEARER, "")
  if (!wished || !key?.startsWith(TEST_KEY)) return null
  const codes = refusalsOf(value)
  const code = codes.find((one: RefusalCode) => one === wished)
  if (!code) return invalid({ path: SANDBOX_HEADER, message: `must be one of ${codes.join(", ")}` })
  return refuse(code, `Refused because ${SANDBOX_HEADER} asked for it.`)
}
