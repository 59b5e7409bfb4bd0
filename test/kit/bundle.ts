/** Builds a test program as one file, so that a process that is killed early or runs long spends no time on loading TypeScript. */
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { productRoot } from "../../runtime/root.ts"

interface Bundle {
  readonly file: string
  remove(): void
}

/** `source`: from the product's folder, in which the file stands as well: its libraries are found from there. */
export async function bundle(source: string): Promise<Bundle> {
  const root = productRoot()
  const folder = mkdtempSync(join(root, "node_modules", ".bundle-"))
  const file = join(folder, "program.mjs")
  await build({
    absWorkingDir: root,
    entryPoints: [source],
    outfile: file,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20.19",
    sourcemap: "inline",
    logLevel: "warning",
  })
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
