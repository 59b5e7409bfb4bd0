/** Keeps one answer of the box up to date: reads it again after a change notice, polls meanwhile, and reports when the data may be old. */
import { type Changes, isBehind } from "../../protocol/mqtt/lan-changes.ts"
import type { RequestError } from "../explain.ts"
import type { LiveConnection } from "./live-connection.ts"

/** While change notices arrive; one may still get lost. */
const LIVE_POLL_MS = 10_000
/** While no change notices arrive. */
const POLL_MS = 1_000
/** Minimum time between two reads, so that many change notices do not load the box. */
const GAP_MS = 150
/** A notified change that was not read after this time makes the data old. */
const BEHIND_AFTER_MS = 1_500
/** After this many missed answers the box counts as unreachable. */
const MISSED_MAX = 2

interface SnapshotReading<Data> {
  readonly data: Data
  /** By the box's clock. */
  readonly at: string
  /** The latest changes that the data contains. */
  readonly changes: Changes | null
}

export interface SnapshotState<Data> {
  /** The latest data; null until the first answer. */
  readonly data: Data | null
  /** Time of the last answer, by the box's clock. */
  readonly answeredAt: string | null
  readonly reachable: boolean
  /** The data may be old: the box does not answer, or its answers lack a notified change. */
  readonly behind: boolean
  /** Why the last read failed. */
  readonly error: RequestError | null
}

interface SnapshotDeps<Data> {
  /** Must not throw: a missing answer is a result. */
  readonly read: () => Promise<{ readonly reading: SnapshotReading<Data> } | { readonly error: RequestError }>
  readonly live: Pick<LiveConnection, "isUp" | "latestChanges" | "listen">
  /** Topics of the change notices after which it is read again. */
  readonly on: readonly string[]
  readonly onState: (state: SnapshotState<Data>) => void
}

export interface StoredSnapshot {
  /** Reads again, after this call began. Resolves with whether the box answered. */
  refresh(): Promise<boolean>
  stop(): void
}

export const NOT_YET: SnapshotState<never> = {
  data: null,
  answeredAt: null,
  reachable: true,
  behind: false,
  error: null,
}

interface Snapshot<Data> {
  readonly deps: SnapshotDeps<Data>
  state: SnapshotState<Data>
  seen: Changes | null
  missed: number
  readAt: number
  running: Promise<boolean> | null
  next: Promise<boolean> | null
  isStopped: boolean
  poll?: ReturnType<typeof setTimeout>
  /** Fires if a notified change was not read in time. */
  behind?: ReturnType<typeof setTimeout>
}

export function keepSnapshot<Data>(deps: SnapshotDeps<Data>): StoredSnapshot {
  const { live, on } = deps
  const self: Snapshot<Data> = {
    ...{ deps, state: NOT_YET, seen: null, missed: 0, readAt: Number.NEGATIVE_INFINITY },
    ...{ running: null, next: null, isStopped: false },
  }
  const unlisten = live.listen((event) => {
    if (event.type === "change" && !on.includes(event.notice.what)) return
    if (event.type === "change") expectAnswer(self)
    if (self.running) void refresh(self)
    else pollAfter(self, Math.max(0, self.readAt + GAP_MS - performance.now()))
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
  if (!self.isStopped) self.deps.onState(self.state)
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
  // The read in progress may have begun before the change, so another one follows.
  self.next ??= self.running.then(() => {
    self.next = null
    return refresh(self)
  })
  return self.next
}

/** Returns whether the box answered. */
async function read<Data>(self: Snapshot<Data>): Promise<boolean> {
  const { read: readOnce, live, on } = self.deps
  clearTimeout(self.poll)
  self.readAt = performance.now()
  const answer = await readOnce()
  if ("error" in answer) {
    self.missed += 1
    const reachable = self.missed < MISSED_MAX
    update(self, { error: answer.error, reachable, behind: self.state.behind || !reachable })
    return false
  }
  const { data, at, changes } = answer.reading
  self.seen = changes
  self.missed = 0
  const behind = self.state.behind && isBehind(changes, live.latestChanges(), on)
  update(self, { data, answeredAt: at, reachable: true, behind, error: null })
  return true
}

function expectAnswer<Data>(self: Snapshot<Data>): void {
  const { live, on } = self.deps
  clearTimeout(self.behind)
  self.behind = setTimeout(() => {
    if (isBehind(self.seen, live.latestChanges(), on)) update(self, { behind: true })
  }, BEHIND_AFTER_MS)
}
