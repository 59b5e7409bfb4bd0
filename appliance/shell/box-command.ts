/** Which process the box is in all-in-one mode, and whether one answers already. */
import { join } from "node:path"

const ANSWER_WITHIN_MS = 2_000

export interface BoxCommand {
  /** Node's executable: the one that comes with the box, since its native modules are built for it and not for Electron. */
  readonly node: string
  /** brasa.js, or brasa.mjs in a checkout. */
  readonly program: string
  /** What follows `appliance`. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

interface BoxLaunch {
  readonly node: string | null
  readonly program: string | null
  readonly boxArgs: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the packed shell keeps what came with it. */
  readonly resources: string
  /** Where this program keeps its data. */
  readonly userData: string
  readonly platform: string
}

export function boxCommand(wish: BoxLaunch): BoxCommand {
  const folder = join(wish.resources, "box")
  const saysWhere = wish.env.BRASA_DATA !== undefined || wish.boxArgs.some((arg) => arg.startsWith("--data="))
  return {
    node: wish.node ?? join(folder, wish.platform === "win32" ? "node.exe" : "node"),
    program: wish.program ?? join(folder, "dist", "brasa.js"),
    args: saysWhere ? wish.boxArgs : [...wish.boxArgs, `--data=${join(wish.userData, "box")}`],
    env: wish.env,
  }
}

/** Any answer counts: what holds the port is not to be started twice. */
export async function isBoxThere(origin: string): Promise<boolean> {
  try {
    await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    return true
  } catch {
    return false
  }
}
