/** Before a box sells: one that was told to stand by does so, until it is promoted. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import packageJson from "../../package.json" with { type: "json" }
import { BadFlags } from "../../runtime/flags.ts"
import type { Log } from "../../runtime/log.ts"
import type { ApplianceConfig } from "../config.ts"
import { joinFirst, readJoined, startStandby } from "../standby/index.ts"

/** `box`: it is one, also where it once stood by. */
export async function runAsStandby(config: ApplianceConfig, log: Log): Promise<"box" | "stopped"> {
  const { data, hub, standbyOf: first, code } = config
  if (!first || existsSync(join(data, "box.db"))) return "box"
  if (hub === null) throw new BadFlags(["--hub: is required with --standby-of: whoever takes over speaks to it"])
  const known = readJoined(data)
  if (!known && !code) {
    throw new BadFlags(["--code: is required once; brasa appliance standby-code shows one on the first box"])
  }
  const joined = known ?? (await joinFirst(data, { first, code: code ?? "", version: packageJson.version }))
  if ("fault" in joined) throw new BadFlags([`--standby-of: ${joined.fault}`])
  const standby = await startStandby(config, joined, { log })
  process.stdout.write(`\nStands by for ${joined.storeName} at ${joined.first}: open ${standby.url}\n\n`)
  const stop = () => void standby.stop()
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
  const how = await standby.ended
  process.removeListener("SIGINT", stop)
  process.removeListener("SIGTERM", stop)
  return how === "promoted" ? "box" : "stopped"
}
