/** Runs a standby: it copies the first box, shows the state of the copy, and sells nothing until it is promoted. */
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { createClient } from "../../protocol/client/index.ts"
import { type Clock, systemClock } from "../../runtime/clock.ts"
import { lockDirectory } from "../../runtime/directory-lock.ts"
import { createLimits } from "../../runtime/http/caller-limits.ts"
import { createListener } from "../../runtime/http/listen-http.ts"
import { createIds } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import { hostNames, lanUrl } from "../devices/index.ts"
import { openCopyFiles, writeWhole } from "./copy-files.ts"
import { createFollower, type FollowState } from "./follow-primary.ts"
import { type Joined, STANDBY_DIR } from "./joined-file.ts"
import { isPromoting, type PromotionRequest, type PromotionResult, type PromotionStep, promote } from "./promote.ts"
import { createStandbyApp } from "./standby-app.ts"

export const CONSOLE_FILE = "console.json"

export interface StandbyConfig {
  readonly data: string
  readonly host: string
  readonly port: number
  readonly rateLimit: number
  readonly publicUrl: string | null
  readonly hub: string | null
}

export interface RunningStandby {
  readonly url: string
  state(): FollowState
  promote(request: PromotionRequest): Promise<PromotionResult>
  /** Resolves when all is closed. `promoted`: the box may start. `stopped`: it was asked to stop. */
  readonly ended: Promise<"promoted" | "stopped">
  stop(): Promise<void>
}

/** A promotion that a power cut interrupted is finished first. */
export async function startStandby(
  config: StandbyConfig,
  joined: Joined,
  { log, clock = systemClock, onStep }: { log: Log; clock?: Clock; onStep?: (step: PromotionStep) => void },
): Promise<RunningStandby> {
  const owned = lockDirectory(config.data)
  const dir = join(config.data, STANDBY_DIR)
  const files = openCopyFiles(dir)
  const ids = createIds({ clock })
  const secretKey = Buffer.from(joined.secretKey, "base64url")
  const first = createClient({ baseUrl: joined.first, key: null })
  const hub = config.hub === null ? null : createClient({ baseUrl: config.hub, key: null })
  const consoleToken = randomBytes(32).toString("base64url")
  const labels = { ids, rateLimiter: createLimits(config.rateLimit, clock) }
  const url = () => lanUrl({ ...config, port: Number(new URL(listener.url()).port) })
  const app = createStandbyApp({
    files,
    secretKey,
    storeName: joined.storeName,
    first: joined.first,
    consoleToken,
    hostNames: hostNames(config.publicUrl),
    clock,
    labels,
    state: () => follower.state(),
    promote: (request) => promotions.promote(request),
  })
  const listener = createListener(app, { ...config, ...labels })
  await listener.start(new AbortController().signal)
  const follower = createFollower({ first, key: joined.key, files, url: url(), clock, log })
  const { ended, close } = createEnd(async () => {
    // A promotion that runs is finished first: until then the directory must not be released.
    await promotions.idle()
    await follower.stop()
    await listener.stop()
    owned.release()
  })
  const parts = { data: config.data, dir, files, follower, first, firstUrl: joined.first, key: joined.key }
  const promotions = createPromotions(async (request) => {
    await follower.stop()
    const done = await promote({ ...parts, secretKey, hub, ids, clock, log, onStep }, request)
    // The answer is sent before its server closes.
    if (done === "promoted") setImmediate(() => void close("promoted"))
    else follower.start()
    return done
  })
  const { port } = new URL(listener.url())
  writeWhole(join(dir, CONSOLE_FILE), JSON.stringify({ port: Number(port), token: consoleToken }))
  // A prepared copy must not receive more of the first box's log.
  if (isPromoting(dir)) await promotions.promote(null)
  else follower.start()
  const { promote: promoteNow } = promotions
  return { url: listener.url(), state: follower.state, promote: promoteNow, ended, stop: () => close("stopped") }
}

type StandbyEnd = "promoted" | "stopped"

/** Closes once, whoever asks first; `ended` resolves when all is closed. */
function createEnd(closeAll: () => Promise<void>) {
  let closing: Promise<void> | null = null
  let resolveEnd: (how: StandbyEnd) => void = () => undefined
  const ended = new Promise<StandbyEnd>((resolve) => {
    resolveEnd = resolve
  })
  const close = (how: StandbyEnd) => {
    closing ??= closeAll().then(() => resolveEnd(how))
    return closing
  }
  return { ended, close }
}

/** Runs one promotion at a time, because two would write into one copy. One that continues after a power cut counts too. */
function createPromotions(promoteOnce: (request: PromotionRequest | null) => Promise<PromotionResult>) {
  let running: Promise<PromotionResult> | null = null
  return {
    idle: async () => void (await running?.catch(() => undefined)),
    async promote(request: PromotionRequest | null): Promise<PromotionResult> {
      while (running) if ((await running.catch(() => null)) === "promoted") return "promoted"
      running = promoteOnce(request).finally(() => {
        running = null
      })
      return running
    },
  }
}
