/** Runs an outage drill: cuts the line, waits, brings it back, and watches the hub catch up. It survives a restart of the box. */
import type { OutageTestReport } from "../../../protocol/http/outage-test.ts"
import { toMs } from "../../../protocol/time.ts"
import type { Clock } from "../../../runtime/clock.ts"
import type { Part } from "../../../runtime/lifecycle.ts"
import type { Log } from "../../../runtime/log.ts"
import type { RecordAudit } from "../../audit/index.ts"
import type { BoxStore, BoxTx } from "../../storage/index.ts"
import type { HubAddress, Uplink } from "../../sync/index.ts"
import {
  countOrdersAfter,
  countPrinted,
  newestOrder,
  runningOutageTest,
  type StoredOutageTest,
  saveOutageTest,
} from "./outage-tests-store.ts"

const TICK_MS = 500

export interface OutageTestRunDeps {
  readonly store: BoxStore
  readonly clock: Clock
  readonly log: Log
  readonly uplink: Pick<Uplink, "status" | "connect" | "stop">
  readonly record: RecordAudit
  /** A drill began, ended, or has other figures. */
  readonly onChange: () => void
}

/** A part of the box: begin before the line does, end after it. */
export interface OutageTest extends Part {
  /** Speaks to the hub there, or once the drill is over. */
  connect(address: HubAddress): Promise<void>
  /** Whether the line must stay cut now. */
  isCut(): boolean
  /** The drill as it is, with its figures so far. */
  read(tx: BoxTx): OutageTestReport | null
  /** In the transaction of the request; the line is cut after its commit. */
  begin(tx: BoxTx, asked: { drillId: string; minutes: number; startedBy: string | null }): OutageTestReport
  end(tx: BoxTx, drill: StoredOutageTest, why: NonNullable<OutageTestReport["ended"]>): OutageTestReport
  /** A request was answered: 503 while the line is cut is told in the report. */
  observe(endpoint: string, status: number): void
}

const UNAVAILABLE = 503

export function createOutageTest({ store, clock, log, uplink, record, onChange }: OutageTestRunDeps): OutageTest {
  const refused = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let cut = store.read(runningOutageTest)?.state === "cut"
  let address: HubAddress | null = null
  let stopped = false
  let work: Promise<void> = Promise.resolve()
  /** One after the other: a line that is being cut must not be begun at the same time. */
  const settle = (): Promise<void> => {
    work = work
      .then(async () => {
        if (cut) await uplink.stop()
        else if (address && !stopped) await uplink.connect(address)
      })
      .catch((error) => log.error({ err: error }, "the line did not follow a drill"))
    return work
  }
  const figures = (tx: BoxTx, drill: StoredOutageTest): StoredOutageTest => {
    if (drill.state !== "cut") return drill
    const until = tx.now < drill.endsAt ? tx.now : drill.endsAt
    return {
      ...drill,
      ordersSold: countOrdersAfter(tx, drill.orderBefore),
      printed: countPrinted(tx, drill.startedAt, until),
      queued: Math.max(0, uplink.status().made - drill.madeBefore),
      refused: addRefused(drill.refused, refused),
    }
  }
  const end: OutageTest["end"] = (tx, drill, why) => {
    const endsAt = tx.now < drill.endsAt ? tx.now : drill.endsAt
    const told = { ...figures(tx, { ...drill, endsAt }), ended: why, state: "catching_up" as const }
    const next = { ...told, madeAfter: uplink.status().made }
    saveOutageTest(tx, next)
    tx.afterCommit(() => {
      cut = false
      refused.clear()
      onChange()
      void settle()
    })
    return toReport(next)
  }
  const tick = () => {
    const drill = store.read(runningOutageTest)
    if (!drill) return
    if (drill.state === "cut") {
      if (clock.iso() >= drill.endsAt) store.write((tx) => void end(tx, drill, "by_time"))
      else if (refused.size > 0) store.write((tx) => keepRefused(tx, drill))
      return
    }
    const { link, acked, unsent } = uplink.status()
    if (link === "up" && (acked >= (drill.madeAfter ?? 0) || unsent === 0)) store.write((tx) => finish(tx, drill))
  }
  /** Counted on disk as they come, so that a restart in the middle forgets none. */
  const keepRefused = (tx: BoxTx, drill: StoredOutageTest) => {
    saveOutageTest(tx, { ...drill, refused: addRefused(drill.refused, refused) })
    tx.afterCommit(() => refused.clear())
  }
  const finish = (tx: BoxTx, drill: StoredOutageTest) => {
    const catchUpSeconds = Math.max(0, (toMs(tx.now) - toMs(drill.endsAt)) / 1_000)
    const over = { ...drill, state: "over" as const, caughtUpAt: tx.now, catchUpSeconds }
    saveOutageTest(tx, over)
    const { ordersSold, printed, queued } = over
    record(tx, {
      action: "drill.over",
      caller: null,
      subject: drill.drillId,
      detail: { startedAt: drill.startedAt, endsAt: drill.endsAt, ordersSold, printed, queued, catchUpSeconds },
    })
    tx.afterCommit(onChange)
  }
  return {
    name: "drill",
    isCut: () => cut,
    async connect(next) {
      address = next
      await settle()
    },
    read(tx) {
      const drill = runningOutageTest(tx)
      return drill ? toReport(figures(tx, drill)) : null
    },
    begin(tx, { drillId, minutes, startedBy }) {
      const endsAt = new Date(toMs(tx.now) + minutes * 60_000).toISOString()
      const marks = { madeBefore: uplink.status().made, orderBefore: newestOrder(tx) }
      const drill = { ...NOTHING, drillId, startedAt: tx.now, endsAt, startedBy, ...marks }
      saveOutageTest(tx, drill)
      tx.afterCommit(() => {
        cut = true
        refused.clear()
        onChange()
        void settle()
      })
      return toReport(drill)
    },
    end,
    observe(endpoint, status) {
      if (cut && status === UNAVAILABLE) refused.set(endpoint, (refused.get(endpoint) ?? 0) + 1)
    },
    start() {
      timer = setInterval(() => {
        try {
          tick()
        } catch (error) {
          log.error({ err: error }, "a drill could not be carried on; it is tried again")
        }
      }, TICK_MS)
    },
    async stop() {
      if (timer) clearInterval(timer)
      stopped = true
      await work
    },
  }
}

const NOTHING: Omit<StoredOutageTest, "drillId" | "startedAt" | "endsAt" | "startedBy" | "madeBefore" | "orderBefore"> =
  {
    state: "cut",
    ended: null,
    ordersSold: 0,
    printed: 0,
    queued: 0,
    refused: [],
    caughtUpAt: null,
    catchUpSeconds: null,
    madeAfter: null,
  }

function addRefused(
  kept: OutageTestReport["refused"],
  fresh: ReadonlyMap<string, number>,
): OutageTestReport["refused"] {
  const sums = new Map(kept.map(({ what, count }) => [what, count]))
  for (const [what, count] of fresh) sums.set(what, (sums.get(what) ?? 0) + count)
  return [...sums].map(([what, count]) => ({ what, count }))
}

export function toReport({
  madeBefore: _before,
  madeAfter: _after,
  orderBefore: _order,
  ...report
}: StoredOutageTest): OutageTestReport {
  return report
}
