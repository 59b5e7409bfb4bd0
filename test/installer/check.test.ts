/** What stands at Electron's boundary was checked against Electron's own types, though they are not installed here. */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { CHECKED_FILE, digestOfShell } from "../../installer/digest-shell.ts"
import packageJson from "../../installer/package.json" with { type: "json" }

it("the shell is unchanged since `npm --prefix installer run check` last passed: run it after a change, and commit installer/checked.json", () => {
  const { electron, "electron-builder": builder } = packageJson.devDependencies
  expect(JSON.parse(readFileSync(CHECKED_FILE, "utf8"))).toEqual({ electron, builder, digest: digestOfShell() })
})
