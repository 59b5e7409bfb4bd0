/** Runs an outage test: cuts the connection to the hub, waits, restores it, and watches the hub catch up. It survives a restart of the box. */
import type { OutageTestReport } from "../../../protocol/http/outage-test.ts"
import { toMs } from "../../../protocol/time.ts"
import type { Clock } from "../../../runtime/clock.ts"
import type { Part } from "../../../runtime/lifecycle.ts"
import type { Log } from "../../../runtime/log.ts"
import { repeat } from "../../../runtime/repeat.ts"
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
const UNAVAILABLE = 503

interface OutageTestRunDeps {
  readonly store: BoxStore
  readonly clock: Clock
  readonly log: Log
  readonly uplink: Pick<Uplink, "status" | "connect" | "stop">
  readonly record: RecordAudit
  /** A test began, ended, or has other figures. */
  readonly onChange: () => void
}

/** A part of the box. It starts before the connection to the hub, and stops after it. */
export interface OutageTest extends Part {
  /** Connects to the hub there, or once the test is over. */
  connect(address: HubAddress): Promise<void>
  /** Whether the connection must stay cut now. */
  isCut(): boolean
  /** The running test with its figures so far. */
  read(tx: BoxTx): OutageTestReport | null
  /** In the transaction of the request; the connection is cut after its commit. */
  begin(tx: BoxTx, query: OutageTestQuery): OutageTestReport
  end(tx: BoxTx, test: StoredOutageTest, why: NonNullable<OutageTestReport["ended"]>): OutageTestReport
  /** A request was answered. The report counts each 503 while the connection is cut. */
  observe(endpoint: string, status: number): void
}

interface OutageTestQuery {
  readonly drillId: string
  readonly minutes: number
  readonly startedBy: string | null
}

/** What the steps of a test share. */
interface OutageTestRun extends OutageTestRunDeps {
  readonly connection: ConnectionSwitch
  /** Refused requests by endpoint that are not on disk yet. */
  readonly refused: Map<string, number>
}

export function createOutageTest(deps: OutageTestRunDeps): OutageTest {
  const { store, log } = deps
  const connection = createConnectionSwitch(deps, store.read(runningOutageTest)?.state === "cut")
  const refused = new Map<string, number>()
  const run: OutageTestRun = { ...deps, connection, refused }
  const whenFailed = "an outage test could not go on; it is tried again"
  const ticks = repeat({ name: "outage test", everyMs: TICK_MS, log, whenFailed }, () => advance(run))
  return {
    name: "outage test",
    isCut: connection.isCut,
    connect: connection.connect,
    read(tx) {
      const test = runningOutageTest(tx)
      return test ? toReport(withFigures(run, tx, test)) : null
    },
    begin: (tx, query) => begin(run, tx, query),
    end: (tx, test, why) => end(run, tx, { test, why }),
    observe(endpoint, status) {
      if (connection.isCut() && status === UNAVAILABLE) refused.set(endpoint, (refused.get(endpoint) ?? 0) + 1)
    },
    start: ticks.start,
    async stop() {
      await ticks.stop()
      await connection.stop()
    },
  }
}

interface ConnectionSwitch {
  isCut(): boolean
  connect(address: HubAddress): Promise<void>
  cut(): void
  restore(): void
  stop(): Promise<void>
}

/** Cuts and restores one after the other: a connection must not begin while it is being cut. */
function createConnectionSwitch(
  { uplink, log }: Pick<OutageTestRunDeps, "uplink" | "log">,
  isCutAtStart: boolean,
): ConnectionSwitch {
  let isCut = isCutAtStart
  let address: HubAddress | null = null
  let isStopped = false
  let last: Promise<void> = Promise.resolve()
  const apply = async () => {
    if (isCut) await uplink.stop()
    else if (address && !isStopped) await uplink.connect(address)
  }
  const settle = (): Promise<void> => {
    last = last
      .then(apply)
      .catch((error) => log.error({ err: error }, "the connection to the hub did not follow an outage test"))
    return last
  }
  const turn = (next: boolean) => {
    isCut = next
    void settle()
  }
  return {
    isCut: () => isCut,
    connect(next) {
      address = next
      return settle()
    },
    cut: () => turn(true),
    restore: () => turn(false),
    async stop() {
      isStopped = true
      await last
    },
  }
}

function begin(run: OutageTestRun, tx: BoxTx, { drillId, minutes, startedBy }: OutageTestQuery): OutageTestReport {
  const endsAt = new Date(toMs(tx.now) + minutes * 60_000).toISOString()
  const marks = { madeBefore: run.uplink.status().made, orderBefore: newestOrder(tx) }
  const test = { ...NOTHING, drillId, startedAt: tx.now, endsAt, startedBy, ...marks }
  saveOutageTest(tx, test)
  tx.afterCommit(() => {
    run.connection.cut()
    run.refused.clear()
    run.onChange()
  })
  return toReport(test)
}

interface EndingTest {
  readonly test: StoredOutageTest
  readonly why: NonNullable<OutageTestReport["ended"]>
}

function end(run: OutageTestRun, tx: BoxTx, { test, why }: EndingTest): OutageTestReport {
  const endsAt = tx.now < test.endsAt ? tx.now : test.endsAt
  const ended = { ...withFigures(run, tx, { ...test, endsAt }), ended: why, state: "catching_up" as const }
  const next = { ...ended, madeAfter: run.uplink.status().made }
  saveOutageTest(tx, next)
  tx.afterCommit(() => {
    run.connection.restore()
    run.refused.clear()
    run.onChange()
  })
  return toReport(next)
}

function advance(run: OutageTestRun): void {
  const { store, clock, uplink, refused } = run
  const test = store.read(runningOutageTest)
  if (!test) return
  if (test.state === "cut") {
    if (clock.iso() >= test.endsAt) store.write((tx) => void end(run, tx, { test, why: "by_time" }))
    else if (refused.size > 0) store.write((tx) => saveRefused(run, tx, test))
    return
  }
  const { link, acked, unsent } = uplink.status()
  if (link === "up" && (acked >= (test.madeAfter ?? 0) || unsent === 0)) store.write((tx) => finish(run, tx, test))
}

/** Saved while the test runs, so that a restart in the middle forgets none. */
function saveRefused({ refused }: OutageTestRun, tx: BoxTx, test: StoredOutageTest): void {
  saveOutageTest(tx, { ...test, refused: addRefused(test.refused, refused) })
  tx.afterCommit(() => refused.clear())
}

function finish({ record, onChange }: OutageTestRun, tx: BoxTx, test: StoredOutageTest): void {
  const catchUpSeconds = Math.max(0, (toMs(tx.now) - toMs(test.endsAt)) / 1_000)
  saveOutageTest(tx, { ...test, state: "over", caughtUpAt: tx.now, catchUpSeconds })
  const { startedAt, endsAt, ordersSold, printed, queued } = test
  record(tx, {
    action: "drill.over",
    caller: null,
    subject: test.drillId,
    detail: { startedAt, endsAt, ordersSold, printed, queued, catchUpSeconds },
  })
  tx.afterCommit(onChange)
}

function withFigures({ uplink, refused }: OutageTestRun, tx: BoxTx, test: StoredOutageTest): StoredOutageTest {
  if (test.state !== "cut") return test
  const until = tx.now < test.endsAt ? tx.now : test.endsAt
  return {
    ...test,
    ordersSold: countOrdersAfter(tx, test.orderBefore),
    printed: countPrinted(tx, test.startedAt, until),
    queued: Math.max(0, uplink.status().made - test.madeBefore),
    refused: addRefused(test.refused, refused),
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
