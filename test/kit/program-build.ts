/** The program and its pages, built for the tests that run them as processes. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { productRoot } from "../../runtime/root.ts"

export async function buildProgram(): Promise<void> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--import", "tsx", "bin/build.ts"], {
    cwd: productRoot(),
  })
  process.stdout.write(stdout + stderr)
}
