/** A hub in the bench's own process, at one moment, that logs nothing and sends nothing: for lines that ask the same again and again. */
import { join } from "node:path"
import { openHub } from "../../hub/composition/operator.ts"
import { startHub } from "../../hub/main.ts"
import { RETENTION_DEFAULTS } from "../../hub/retention/index.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { createManualClock } from "../../runtime/clock.ts"
import { silentLog } from "../../runtime/log.ts"
import { testTenants } from "../kit/tenants.ts"
import { scratch } from "./processes.ts"

const clock = createManualClock("2026-11-21T18:00:00.000Z")

export interface QuietPlace {
  readonly data: string
  readonly database: string | null
  /** Of its database, whichever it is. */
  readonly url: string
}

/** With the test's tenants in its database, PostgreSQL's or a file of its own. */
export async function provisionQuiet(database: string | null): Promise<QuietPlace> {
  const data = scratch()
  const { operator: desk, close } = await openHub({ data, database, ...ALONE }, { log: silentLog, clock })
  const done = await desk.provision(testTenants())
  await close()
  if (isRefusal(done)) throw new Error(done.message)
  return { data, database, url: database ?? `sqlite:${join(data, "hub.db")}` }
}

export function startQuiet({ data, database }: QuietPlace) {
  return startHub({ data, database, ...ALONE, ...QUIET }, { log: silentLog, clock })
}

const ALONE = { secretKey: null, logLevel: "silent" as const }
const QUIET = {
  host: "127.0.0.1",
  port: 0,
  mqttPort: 0,
  mqtt: null,
  mqttLogins: null,
  rateLimit: 0,
  ...RETENTION_DEFAULTS,
  allowPrivateWebhooks: false,
  publicUrl: null,
  behindProxy: false,
  requestLog: "off" as const,
  sandboxFiscalDelayMs: 3_600_000,
}
