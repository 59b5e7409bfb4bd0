/** An amount as a person types it: comma or point, with or without groups of thousands. */
import { type Scaled, scaleMajor, toMajor } from "../protocol/money.ts"

const TYPED = /^\d+(?:[.,]\d+)*[.,]?$/
const GROUP_DIGITS = 3

/** null for what is no amount, or has more decimals than the currency. Nothing typed is zero. */
export function readAmount(typed: string, decimals: number): Scaled | null {
  const text = typed.replace(/[\s$]/g, "")
  if (text === "") return 0
  if (!TYPED.test(text)) return null
  const parts = text.split(/[.,]/)
  const last = parts.at(-1) ?? ""
  const fraction = parts.length > 1 && isFraction(text, last, decimals) ? last : ""
  const groups = fraction === "" && last !== "" ? parts : parts.slice(0, -1)
  if (groups.slice(1).some((group) => group.length !== GROUP_DIGITS)) return null
  const whole = groups.join("")
  return scaleMajor(fraction === "" ? whole : `${whole}.${fraction}`, decimals)
}

/** An amount back as text for an input, without groups: `12,50`. */
export function writeAmount(amount: Scaled, { decimals, point }: { decimals: number; point: string }): string {
  return toMajor(amount).toFixed(decimals).replace(".", point)
}

/** Three digits after the last separator are thousands, unless another kind of separator stands before: 1.250 but 1,250.5 */
function isFraction(text: string, last: string, decimals: number): boolean {
  if (last === "" || decimals === 0) return false
  return last.length < GROUP_DIGITS || new Set(text.match(/[.,]/g)).size > 1
}
