/** Looks for secrets in what was said or kept, in each form that bytes are written in. */

export interface Secret {
  /** What it opens. */
  readonly name: string
  readonly text: string
}

/** So much of what stands before a find is shown. */
const BEFORE_CHARS = 120
const ALIGNMENTS = [0, 1, 2]
const BASE64_CHARS = 4
const BASE64_BYTES = 3

/** As it is, escaped for JSON or an address, in hex, and in base64 wherever in a longer text it begins. */
export function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const hex = bytes.toString("hex")
  const within = ALIGNMENTS.flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    // The groups at both ends depend on what stands beside it.
    const inner = (encoded: string) =>
      encoded.slice(before === 0 ? 0 : BASE64_CHARS, Math.floor(padded.length / BASE64_BYTES) * BASE64_CHARS)
    return [inner(padded.toString("base64")), inner(padded.toString("base64url"))]
  })
  const escaped = [JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]
  return [...new Set([text, ...escaped, hex, hex.toUpperCase(), ...within])]
}

/** One line for each secret that the text tells; the first form it was found in. */
export function findSecrets(text: string, secrets: readonly Secret[]): string[] {
  return secrets.flatMap(({ name, text: secret }) => {
    const at = formsOf(secret)
      .map((form) => text.indexOf(form))
      .find((place) => place >= 0)
    return at === undefined ? [] : [`${name}: ${secret}, after ${text.slice(Math.max(0, at - BEFORE_CHARS), at)}`]
  })
}
