/** A box that stands by, as a process of its own: promoted, or going on with a promotion; dies after a step as by a power cut. Says what it is at its end. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { readJoined, startStandby } from "../../../appliance/standby/index.ts"
import { silentLog } from "../../../runtime/log.ts"
import type { PromotionRun } from "./promotion-runs.ts"

const { config, dieAfter, asked }: PromotionRun = JSON.parse(process.argv[2] ?? "")
const joined = readJoined(config.data)
if (!joined) throw new Error("it stands by for nobody")
const standby = await startStandby(config, joined, {
  log: silentLog,
  onStep: (step) => {
    if (step === dieAfter) process.kill(process.pid, "SIGKILL")
  },
})
const said = asked ? await standby.promote(asked) : null
const isBox = existsSync(join(config.data, "box.db"))
if (isBox) await standby.ended
else await standby.stop()
process.stdout.write(isBox ? "promoted" : (said ?? "stands by"))
