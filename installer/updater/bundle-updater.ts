/** Bundles the updater into one file that needs only Node, because it must work when a release does not. */
import { join } from "node:path"
import { buildSync } from "esbuild"

export function bundleUpdater(root: string, outfile: string): void {
  buildSync({
    absWorkingDir: root,
    entryPoints: [join("installer", "updater", "main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    logLevel: "warning",
  })
}
