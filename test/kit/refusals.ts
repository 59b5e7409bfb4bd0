/** Reads a refusal out of an answer, whatever its family's shape. */
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { familyOf } from "../../protocol/http/families.ts"
import type { RefusalCode } from "../../protocol/refusals.ts"
import type { Answer } from "./hub.ts"

export function codeOf({ body }: Answer): string | undefined {
  if (typeof body?.error === "object") return body.error.code.toUpperCase()
  return body?.errors ? body.code : body?.error
}

/** What it says to a person. */
export function messageOf({ body }: Answer): string {
  return body.error?.message ?? body.message
}

/** The status that the endpoint's family gives to a code; some tell a body with faults from one that cannot be read. */
export function statusFor({ family }: Endpoint, refused: RefusalCode, faults = false): number {
  return familyOf(family).status({ refused, message: "", ...(faults && { details: [] }) })
}

export function hasFaults({ body }: Answer): boolean {
  return Array.isArray(body?.details ?? body?.moreInfo)
}
