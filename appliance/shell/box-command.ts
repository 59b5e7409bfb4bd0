/** The command line of the box in all-in-one mode, and whether a box answers already. */
import { join } from "node:path"

const ANSWER_WITHIN_MS = 2_000

export interface BoxCommand {
  /** Node's executable that comes with the box: its native modules are built for it, not for Electron. */
  readonly node: string
  /** brasa.js, or brasa.mjs in a checkout. */
  readonly program: string
  /** The arguments after `appliance`. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

interface BoxLaunch {
  readonly node: string | null
  readonly program: string | null
  readonly boxArgs: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** The directory of the packed shell's resources. */
  readonly resources: string
  /** The directory of this program's data. */
  readonly userData: string
  readonly platform: string
}

export function boxCommand(launch: BoxLaunch): BoxCommand {
  const folder = join(launch.resources, "box")
  const hasDataDirectory =
    launch.env.BRASA_DATA !== undefined || launch.boxArgs.some((arg) => arg.startsWith("--data="))
  return {
    node: launch.node ?? join(folder, launch.platform === "win32" ? "node.exe" : "node"),
    program: launch.program ?? join(folder, "dist", "brasa.js"),
    args: hasDataDirectory ? launch.boxArgs : [...launch.boxArgs, `--data=${join(launch.userData, "box")}`],
    env: launch.env,
  }
}

/** Whether anything answers at the box's address: a second box must not be started then. */
export async function isBoxRunning(origin: string): Promise<boolean> {
  try {
    await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    return true
  } catch {
    return false
  }
}
