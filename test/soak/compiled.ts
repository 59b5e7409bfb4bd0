/** A module and all of ours that it needs as one file, built as the product is: the loader of TypeScript names each function as it is made, a fifth of a long run. */
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import { productRoot } from "../../protocol/runtime/root.ts"

/** `source`: from the product's folder. */
export async function importCompiled<Module>(source: string): Promise<Module> {
  const root = productRoot()
  // Inside the product's folder, from where libraries are found; of its own, so that two runs do not meet.
  const folder = mkdtempSync(join(root, "node_modules", ".compiled-"))
  const outfile = join(folder, "module.mjs")
  try {
    await build({
      absWorkingDir: root,
      entryPoints: [source],
      outfile,
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
      target: "node20.19",
      sourcemap: "inline",
      logLevel: "warning",
    })
    process.setSourceMapsEnabled(true)
    return (await import(pathToFileURL(outfile).href)) as Module
  } finally {
    rmSync(folder, { recursive: true })
  }
}
