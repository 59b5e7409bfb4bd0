/** Copies the first box: fetches its whole database once, and then every transaction. */
import { setTimeout as pause } from "node:timers/promises"
import type { Client } from "../../protocol/client/index.ts"
import { followLog, openBase, readBase } from "../../protocol/http/standby.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import type { CopyFiles } from "./copy-files.ts"
import { PART_BYTES } from "./ship-log.ts"

const LOOK_EVERY_MS = 300
const AWAY_WAIT_MS = 1_000
/** Requests without an API key are limited to a few a second. */
const TOO_FAST = 429
const PATIENCE_MS = 5_000
const PART_BYTES_MAX = PART_BYTES * 8 ** 3

export interface FollowState {
  /** `refused`: the first box has another standby now. */
  readonly is: "fetching" | "following" | "away" | "refused"
  /** The fetched bytes of the whole file, while it is fetched. */
  readonly fetched: number
  readonly size: number
  /** When the copy was last complete; null: never. */
  readonly caughtUpAt: string | null
}

interface FollowPrimaryDeps {
  readonly first: Client
  readonly key: string
  readonly files: CopyFiles
  /** This box's address. */
  readonly url: string
  readonly clock: Clock
  readonly log: Log
}

export interface Follower {
  start(): void
  stop(): Promise<void>
  state(): FollowState
  /** Fetches until the copy is complete; returns whether it succeeded. */
  catchUp(): Promise<boolean>
}

export function createFollower(deps: FollowPrimaryDeps): Follower {
  const { clock, log } = deps
  let state: FollowState = { is: "away", fetched: 0, size: 0, caughtUpAt: null }
  let ending: AbortController | null = null
  let running: Promise<void> = Promise.resolve()
  const set = (next: Partial<FollowState>) => {
    state = { ...state, ...next }
  }
  const step = () => followOnce(deps, set)
  const run = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      // The first box may have written since it answered.
      const askedAt = clock.iso()
      const done = await step().catch((error) => {
        log.error({ err: error }, "the copy could not be written")
        return "away" as const
      })
      if (done === "caught-up") set({ is: "following", caughtUpAt: askedAt })
      if (done === "away" || done === "refused") set({ is: done })
      const wait = done === "more" ? 0 : done === "caught-up" ? LOOK_EVERY_MS : AWAY_WAIT_MS
      await pause(wait, undefined, { signal }).catch(() => undefined)
    }
  }
  return {
    start() {
      ending = new AbortController()
      running = run(ending.signal)
    },
    async stop() {
      ending?.abort()
      await running
    },
    state: () => state,
    async catchUp() {
      let done = await step()
      while (done === "more") done = await step()
      return done === "caught-up"
    },
  }
}

type Done = "more" | "caught-up" | "away" | "refused"

async function followOnce(
  deps: FollowPrimaryDeps,
  set: (next: Partial<FollowState>) => void,
  max: number = PART_BYTES,
): Promise<Done> {
  const { first, key, url, files } = deps
  // Without a copy it asks all the same, so that the first box learns its address.
  const position = files.position() ?? { generation: "none", end: 0 }
  const answer = await first.call(followLog, { body: { key, url, max, ...position } }, { timeoutMs: PATIENCE_MS })
  if (!answer.ok) return !answer.offline && answer.status === 401 ? "refused" : "away"
  const { part } = answer.data
  if (part === null) return (await fetchBase(deps, set)) ? "more" : "away"
  const bytes = Buffer.from(part.bytes, "base64")
  if (files.take({ ...part, bytes })) return "more"
  // The transaction is larger than the part, so the next request asks for a larger one.
  return bytes.length >= max && max < PART_BYTES_MAX ? followOnce(deps, set, max * 8) : "caught-up"
}

async function fetchBase({ first, key, files }: FollowPrimaryDeps, set: (next: Partial<FollowState>) => void) {
  const opened = await first.call(openBase, { body: { key } }, { timeoutMs: 60_000 })
  if (!opened.ok) return false
  const { baseId, size } = opened.data
  for (let offset = 0; offset < size; ) {
    set({ is: "fetching", fetched: offset, size })
    const answer = await first.call(readBase, { params: { baseId }, body: { key, offset } }, { timeoutMs: 30_000 })
    if (!answer.ok && !answer.offline && answer.status === TOO_FAST) {
      await pause(AWAY_WAIT_MS)
      continue
    }
    if (!answer.ok) return false
    const bytes = Buffer.from(answer.data.bytes, "base64")
    if (bytes.length === 0) return false
    files.writeBase(bytes, offset)
    offset += bytes.length
  }
  files.adoptBase({ generation: baseId, end: 0 })
  return true
}
