/** What the logs of a file's hubs and boxes have told that opens something; apart from the log itself, which not every file needs. */

/** Keys of ours by how they begin, 256 random bits in base64url with any word before them, tokens of three parts, passwords of the tests. */
const SECRETS = [
  /\b(?:brasa_(?=[\w-]*\d)[\w-]{20,}|whsec_[\w+/]{8,}|sandbox_acme_\d+)/,
  /(?<![\w-])(?:[a-z]+_)*(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]{20,}/,
  /a-good-password|acme-legacy-secret|legacy-password|t0p-secret/,
]

const told: string[] = []

export function lookAt(line: string): void {
  if (SECRETS.some((form) => form.test(line))) told.push(line)
}

/** The lines that told a secret since this was asked last. */
export function toldSecrets(): string[] {
  return told.splice(0)
}
