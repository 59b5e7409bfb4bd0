/** What `npm run check` here has seen: a digest of everything that touches Electron, so that a change without the check is noticed. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

export const CHECKED_FILE = fileURLToPath(new URL("checked.json", import.meta.url))

/** The files in which Electron is named, or its shape is. All others are checked by the product's own types. */
const AT_ELECTRON = [
  "../appliance/shell/main.ts",
  "../appliance/shell/electron-types.ts",
  "../appliance/shell/window-options.ts",
  "electron-builder.yml",
  "package.json",
  "tsconfig.json",
] as const

export function digestOfShell(): string {
  const hash = createHash("sha256")
  for (const path of AT_ELECTRON) hash.update(`${path}\n`).update(readFileSync(new URL(path, import.meta.url)))
  return hash.digest("hex")
}
