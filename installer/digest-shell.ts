/** A digest of all files that depend on Electron, so that a test notices a change without `npm run check`. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

export const CHECKED_FILE = fileURLToPath(new URL("checked.json", import.meta.url))

/** Files that use Electron; all others are checked by the product's own type check. */
const ELECTRON_FILES = [
  "../appliance/shell/main.ts",
  "../appliance/shell/electron-types.ts",
  "../appliance/shell/window-options.ts",
  "electron-builder.yml",
  "package.json",
  "tsconfig.json",
] as const

export function digestOfShell(): string {
  const hash = createHash("sha256")
  for (const path of ELECTRON_FILES) hash.update(`${path}\n`).update(readFileSync(new URL(path, import.meta.url)))
  return hash.digest("hex")
}
