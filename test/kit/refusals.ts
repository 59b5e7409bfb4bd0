/** Reads a refusal out of an answer, whatever its family's shape. */
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { familyOf } from "../../protocol/http/families.ts"
import type { RefusalCode } from "../../protocol/refusals.ts"
import type { Answer } from "./hub.ts"

export function codeOf({ body }: Answer): string | undefined {
  return body?.errors ? body.code : body?.error
}

/** The status that the endpoint's family gives to a code; some tell a body with faults from one that cannot be read. */
export function statusFor({ family }: Endpoint, refused: RefusalCode, faults = false): number {
  return familyOf(family).status({ refused, message: "", ...(faults && { details: [] }) })
}

export function hasFaults({ body }: Answer): boolean {
  return Array.isArray(body?.details ?? body?.moreInfo)
}
