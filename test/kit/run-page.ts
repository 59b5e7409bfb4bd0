/** Runs the commands of a page of the documentation, in one shell, against a hub of the test's own. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { productRoot } from "../../runtime/root.ts"
import { NOW } from "./hub.ts"
import { mustRun } from "./watched-process.ts"

const BLOCK = /^```sh\n([\s\S]*?)^```$/gm

/** What the page's `sh` blocks print, `address` standing where the page has the demo's hub or box, and the tests' moment for its now. */
export async function runPage(page: string, address: string, more: Record<string, string> = {}): Promise<string> {
  const text = readFileSync(join(productRoot(), page), "utf8")
  const commands = [...text.matchAll(BLOCK)].map(([, block]) => block).join("\n")
  const env = { ...process.env, HUB: address, BOX: address, NOW, ...more }
  return mustRun("bash", ["-euo", "pipefail", "-c", commands], { env })
}

/** The JSON texts that commands without a newline of their own have printed one after the other. */
export function jsonsOf(stdout: string): unknown[] {
  const separated = stdout.replaceAll(/\}\s*\{/g, "}\n{")
  return separated
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
