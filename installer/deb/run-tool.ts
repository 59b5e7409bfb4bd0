/** Runs a tool of the build. */
import { spawnSync } from "node:child_process"

const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

interface ToolOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Returns the standard output. Throws an Error with all output if the tool fails. */
export function runTool(program: string, args: readonly string[], options: ToolOptions = {}): string {
  const done = spawnSync(program, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    encoding: "utf8",
    maxBuffer: OUTPUT_MAX_BYTES,
    stdio: ["ignore", "pipe", "pipe"],
  })
  if (done.error) throw new Error(`${program} could not be run: ${done.error.message}`)
  if (done.status !== 0) {
    throw new Error(`${program} ${args.join(" ")} failed (${done.status}):\n${done.stdout}${done.stderr}`)
  }
  return done.stdout
}
