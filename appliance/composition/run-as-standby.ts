/** Runs a box with `--standby-of` as a standby until it is promoted or stopped. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import packageJson from "../../package.json" with { type: "json" }
import { BadFlags } from "../../runtime/flags.ts"
import type { Log } from "../../runtime/log.ts"
import type { ApplianceConfig } from "../config.ts"
import { joinFirst, readJoined, startStandby } from "../standby/index.ts"

/** Resolves with `box` when this box is the store's box, now or since an earlier promotion. */
export async function runAsStandby(config: ApplianceConfig, log: Log): Promise<"box" | "stopped"> {
  const { data, hub, standbyOf: first, code } = config
  if (!first || existsSync(join(data, "box.db"))) return "box"
  if (hub === null)
    throw new BadFlags(["--hub: is required with --standby-of: the standby connects to it when it takes over"])
  const known = readJoined(data)
  if (!known && !code) {
    throw new BadFlags(["--code: is required the first time; brasa appliance standby-code prints one on the first box"])
  }
  const joined = known ?? (await joinFirst(data, { first, code: code ?? "", version: packageJson.version }))
  if ("fault" in joined) throw new BadFlags([`--standby-of: ${joined.fault}`])
  const standby = await startStandby(config, joined, { log })
  process.stdout.write(`\nStandby of ${joined.storeName} at ${joined.first}: open ${standby.url}\n\n`)
  const stop = () => void standby.stop()
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
  const how = await standby.ended
  process.removeListener("SIGINT", stop)
  process.removeListener("SIGTERM", stop)
  return how === "promoted" ? "box" : "stopped"
}
