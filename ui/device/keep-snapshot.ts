/** Keeps what the box says of one thing fresh: read again after a nudge, by polling while no nudges come, and honest about being behind. */
import { type Changes, isBehind } from "../../protocol/mqtt/lan-changes.ts"
import type { RequestError } from "../explain.ts"
import type { LiveConnection } from "./live-connection.ts"

/** While nudges come: one may be lost all the same. */
const LIVE_POLL_MS = 10_000
/** While none come. */
const POLL_MS = 1_000
/** However many nudges: a screen is fast enough for an eye, and the box has others to answer. */
const GAP_MS = 150
/** A change that was heard of is read well before that. */
const BEHIND_AFTER_MS = 1_500
/** One lost answer is no outage. */
const MISSED_MAX = 2

export interface SnapshotReading<Data> {
  readonly data: Data
  /** By the box's own clock. */
  readonly at: string
  /** Up to which changes the data is told. */
  readonly changes: Changes | null
}

export interface SnapshotState<Data> {
  /** The last answer; null until the first. */
  readonly data: Data | null
  /** When the box last answered, by its own clock. */
  readonly answeredAt: string | null
  /** The box answers. */
  readonly reachable: boolean
  /** Something has changed that is not on the screen: the box does not answer, or a change was heard of that its answers do not hold. */
  readonly behind: boolean
  /** Why the last question had no answer. */
  readonly trouble: RequestError | null
}

export interface SnapshotDeps<Data> {
  /** Nothing in it may throw: no answer is a misfortune. */
  readonly ask: () => Promise<{ readonly reading: SnapshotReading<Data> } | { readonly trouble: RequestError }>
  readonly live: Pick<LiveConnection, "isUp" | "heard" | "listen">
  /** The nudges after which it is read again. */
  readonly on: readonly string[]
  readonly onStanding: (standing: SnapshotState<Data>) => void
}

export interface StoredSnapshot {
  /** Resolves once an answer, or none, has come to a question that was asked after the call: whether one has. */
  refresh(): Promise<boolean>
  stop(): void
}

export const NOT_YET: SnapshotState<never> = {
  data: null,
  answeredAt: null,
  reachable: true,
  behind: false,
  trouble: null,
}

export function keepSnapshot<Data>({ ask, live, on, onStanding }: SnapshotDeps<Data>): StoredSnapshot {
  let standing: SnapshotState<Data> = NOT_YET
  let seen: Changes | null = null
  let missed = 0
  let askedAt = Number.NEGATIVE_INFINITY
  let running: Promise<boolean> | null = null
  let next: Promise<boolean> | null = null
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let doubt: ReturnType<typeof setTimeout> | undefined

  const become = (changed: Partial<SnapshotState<Data>>) => {
    standing = { ...standing, ...changed }
    if (!over) onStanding(standing)
  }
  const arm = (delay = live.isUp() && missed === 0 ? LIVE_POLL_MS : POLL_MS) => {
    clearTimeout(timer)
    if (!over) timer = setTimeout(refresh, delay)
  }
  const round = async (): Promise<boolean> => {
    clearTimeout(timer)
    askedAt = performance.now()
    const answer = await ask()
    if ("trouble" in answer) {
      missed += 1
      const reachable = missed < MISSED_MAX
      become({ trouble: answer.trouble, reachable, behind: standing.behind || !reachable })
      return false
    }
    const { data, at, changes } = answer.reading
    seen = changes
    missed = 0
    const behind = standing.behind && isBehind(seen, live.heard(), on)
    become({ data, answeredAt: at, reachable: true, behind, trouble: null })
    return true
  }
  const refresh = (): Promise<boolean> => {
    if (over) return Promise.resolve(false)
    if (!running) {
      running = round().finally(() => {
        running = null
        if (!next) arm()
      })
      return running
    }
    next ??= running.then(() => {
      next = null
      return refresh()
    })
    return next
  }
  const soon = () => arm(Math.max(0, askedAt + GAP_MS - performance.now()))
  const doubtSoon = () => {
    clearTimeout(doubt)
    doubt = setTimeout(() => {
      if (isBehind(seen, live.heard(), on)) become({ behind: true })
    }, BEHIND_AFTER_MS)
  }
  const deaf = live.listen((event) => {
    if (event.type === "nudge" && !on.includes(event.nudge.what)) return
    if (event.type === "nudge") doubtSoon()
    if (running) void refresh()
    else soon()
  })
  void refresh()
  return {
    refresh,
    stop() {
      over = true
      clearTimeout(timer)
      clearTimeout(doubt)
      deaf()
    },
  }
}
