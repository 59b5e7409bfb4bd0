/** Builds the program and its pages before the tests that run them as processes. */
import { execFileSync } from "node:child_process"
import { productRoot } from "../../protocol/runtime/root.ts"

export function setup(): void {
  execFileSync(process.execPath, ["--import", "tsx", "bin/build.ts"], { cwd: productRoot(), stdio: "inherit" })
}
