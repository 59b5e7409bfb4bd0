/** Acceptance is one for all kinds; each kind's endpoint refuses fewer things. */
import type { Refusal, RefusalCode } from "../../protocol/refusals.ts"

/** Another code than these is a bug: nothing of the kind can bring it about. */
export function narrowRefusal<const Code extends RefusalCode>(refusal: Refusal, codes: readonly Code[]): Refusal<Code> {
  if (!(codes as readonly RefusalCode[]).includes(refusal.refused)) throw new Error(`unexpected: ${refusal.refused}`)
  return refusal as Refusal<Code>
}
