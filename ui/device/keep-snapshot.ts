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

interface SnapshotReading<Data> {
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

interface SnapshotDeps<Data> {
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

interface Snapshot<Data> {
  readonly deps: SnapshotDeps<Data>
  state: SnapshotState<Data>
  seen: Changes | null
  missed: number
  askedAt: number
  running: Promise<boolean> | null
  next: Promise<boolean> | null
  isStopped: boolean
  poll?: ReturnType<typeof setTimeout>
  /** Runs out when a change was announced and no newer answer has come. */
  behind?: ReturnType<typeof setTimeout>
}

export function keepSnapshot<Data>(deps: SnapshotDeps<Data>): StoredSnapshot {
  const { live, on } = deps
  const self: Snapshot<Data> = {
    ...{ deps, state: NOT_YET, seen: null, missed: 0, askedAt: Number.NEGATIVE_INFINITY },
    ...{ running: null, next: null, isStopped: false },
  }
  const unlisten = live.listen((event) => {
    if (event.type === "nudge" && !on.includes(event.nudge.what)) return
    if (event.type === "nudge") expectAnswer(self)
    if (self.running) void refresh(self)
    else pollAfter(self, Math.max(0, self.askedAt + GAP_MS - performance.now()))
  })
  void refresh(self)
  return {
    refresh: () => refresh(self),
    stop() {
      self.isStopped = true
      clearTimeout(self.poll)
      clearTimeout(self.behind)
      unlisten()
    },
  }
}

function update<Data>(self: Snapshot<Data>, changed: Partial<SnapshotState<Data>>): void {
  self.state = { ...self.state, ...changed }
  if (!self.isStopped) self.deps.onStanding(self.state)
}

function pollAfter<Data>(self: Snapshot<Data>, ms: number): void {
  clearTimeout(self.poll)
  if (!self.isStopped) self.poll = setTimeout(() => refresh(self), ms)
}

function refresh<Data>(self: Snapshot<Data>): Promise<boolean> {
  if (self.isStopped) return Promise.resolve(false)
  if (!self.running) {
    self.running = read(self).finally(() => {
      self.running = null
      const isLive = self.deps.live.isUp() && self.missed === 0
      if (!self.next) pollAfter(self, isLive ? LIVE_POLL_MS : POLL_MS)
    })
    return self.running
  }
  // The answer that is on its way may be older than the call, so it is read once more.
  self.next ??= self.running.then(() => {
    self.next = null
    return refresh(self)
  })
  return self.next
}

/** Answers whether the box has answered. */
async function read<Data>(self: Snapshot<Data>): Promise<boolean> {
  const { ask, live, on } = self.deps
  clearTimeout(self.poll)
  self.askedAt = performance.now()
  const answer = await ask()
  if ("trouble" in answer) {
    self.missed += 1
    const reachable = self.missed < MISSED_MAX
    update(self, { trouble: answer.trouble, reachable, behind: self.state.behind || !reachable })
    return false
  }
  const { data, at, changes } = answer.reading
  self.seen = changes
  self.missed = 0
  const behind = self.state.behind && isBehind(changes, live.heard(), on)
  update(self, { data, answeredAt: at, reachable: true, behind, trouble: null })
  return true
}

function expectAnswer<Data>(self: Snapshot<Data>): void {
  const { live, on } = self.deps
  clearTimeout(self.behind)
  self.behind = setTimeout(() => {
    if (isBehind(self.seen, live.heard(), on)) update(self, { behind: true })
  }, BEHIND_AFTER_MS)
}
