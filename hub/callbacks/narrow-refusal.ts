/** Narrows the refusals of the shared acceptance to those that an endpoint lists. */
import type { Refusal, RefusalCode } from "../../protocol/refusals.ts"

/** Any other code is a bug, because this kind of report cannot cause it. */
export function narrowRefusal<const Code extends RefusalCode>(refusal: Refusal, codes: readonly Code[]): Refusal<Code> {
  if (!(codes as readonly RefusalCode[]).includes(refusal.refused)) throw new Error(`unexpected: ${refusal.refused}`)
  return refusal as Refusal<Code>
}
