/** Secrets that logs of a test file's hubs, boxes and processes have printed; and the log that these use. */
import { createLog, SECRET_NAMES } from "../../runtime/log.ts"

const PIN = /^\d{4,8}$/
/** No figure of JSON, which may be anything. */
const DIGITS = /(?<!\w|":)\d{4,8}(?!\w)/g
/** From so many digits on a PIN is known wherever it stands; a shorter one where it is a text of its own. */
const LONG_PIN_DIGITS = 6
/** Of a longer line what stands beside the find is shown. */
const LINE_MAX = 2_000
const BESIDE = 200
const NAMES = SECRET_NAMES.map((name) => name.toLowerCase()).join("|")

/** By its form; and what stands beside the name of a secret, or between the names in an address, without having been starred out. */
const FORMS = [
  // Keys of ours by how they begin, 256 random bits in base64url with any word before them, tokens of three parts, keys in hex, private keys.
  /\b(?:brasa_(?=[\w-]*\d)[\w-]{20,}|whsec_[\w+/]{8,}|sandbox_acme_\d+)/,
  /(?<![\w-])(?:[a-z]+_)*(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]{20,}/,
  /(?<![0-9a-f])([0-9a-f])\1{63}(?![0-9a-f])/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  // Keys and passwords that the tests made up.
  /\blone-box-(?:integrator|reader|account)\b/,
  /a-good-password|change-me-please|acme-legacy-secret|legacy-password|t0p-secret|hub-secret/,
  /\bpins?\b[^\d,{}[\]]{0,40}\d{4,8}(?!\d)/i,
  new RegExp(String.raw`["'](?:${NAMES})\\?["']\s*:\s*\\?["'](?!\*\*\*)[^"'\\]`, "i"),
  /\w:\/\/[^\s:/@"]*:(?!\*\*\*@)[^\s/@"]+@/,
]

const pins = new Set<string>()
const told: string[] = []

/** A PIN has no form of its own: those that tests take people on with are looked for from then on. */
export function knowPin(pin: unknown): void {
  if (typeof pin === "string" && PIN.test(pin)) pins.add(pin)
}

/** `by`: who said it, where it is not one of this process. */
export function lookAt(line: string, by?: string): void {
  const at = placeIn(line)
  if (at === null) return
  const shown = line.length <= LINE_MAX ? line : `…${line.slice(Math.max(0, at - BESIDE), at + BESIDE)}…`
  told.push(by === undefined ? shown : `${by}: ${shown}`)
}

/** Where a secret begins; null where there is none. */
function placeIn(line: string): number | null {
  for (const form of FORMS) {
    const at = line.search(form)
    if (at !== -1) return at
  }
  for (const { 0: digits, index } of line.matchAll(DIGITS)) {
    const isText = /["']/.test(line[index - 1] ?? "") && /["'\\]/.test(line[index + digits.length] ?? "")
    if (pins.has(digits) && (digits.length >= LONG_PIN_DIGITS || isText)) return index
  }
  return null
}

/** The lines that told a secret since this was asked last. */
export function printedSecrets(): string[] {
  return told.splice(0)
}

// Whoever runs outside of the test files (a bench, a long loop) asks nothing: it fails at its end instead.
process.once("exit", () => {
  const lines = printedSecrets()
  if (lines.length === 0) return
  process.stderr.write(`Logs told what opens something:\n${lines.join("\n")}\n`)
  process.exitCode = 1
})

export const watchedLog = createLog({ level: "debug", destination: { write: (line) => lookAt(line) } })
