/** Papers: lines to bytes beside a single bare pass, and from "print" pressed to the first byte of the paper at the printer. */
import { startEmulator } from "../../../appliance/emulator/index.ts"
import { encodeDocument } from "../../../appliance/printing/encoding/encode.ts"
import { findProfile } from "../../../appliance/printing/index.ts"
import { buildPrintJob, seedTemplate } from "../../../protocol/print/build-print-job.ts"
import { samples, seeds } from "../../../protocol/print/seed-templates.ts"
import type { PrintLine } from "../../../protocol/shapes/print-job.ts"
import { freePorts } from "../../kit/ports.ts"
import { encodeBare } from "../baselines/encode-bare.ts"
import { median, percentile } from "../measure.ts"
import { openMeter } from "../meter.ts"
import { untilWell } from "../processes.ts"
import type { Row } from "../report.ts"
import { copyBox, stage, startBox } from "../stage.ts"

/** Without the ticket of code pages: the ideal writes all in one page and could not print it. */
const DOCUMENTS = (Object.keys(seeds) as (keyof typeof seeds)[]).filter((name) => name !== "code_pages")
const ENCODINGS = 200
const PAPERS = 100
const WARM_UP_PAPERS = 10
const REFILLS = 20
const PRINTS = "/api/lan/v1/prints"
const SPOOL = "/api/lan/v1/spool"
/** Every paper starts with it, and no status question contains it. */
const RESET = Buffer.of(0x1b, 0x40)

type Document = (typeof DOCUMENTS)[number]

interface Waits {
  /** From pressed to the first byte of the paper at the printer. */
  readonly firstByte: number[]
  /** From the cut to the moment at which a page can see that the box knows. */
  readonly known: number[]
  /** From new paper in a printer that was out of it to the same moment. */
  readonly refilled: number[]
}

export async function benchPrinting(): Promise<Row[]> {
  const { firstByte, known, refilled } = await printAndWait()
  const wait = (what: string, ours: number, atMost?: number): Row => ({
    line: "printing",
    what,
    unit: "ms",
    ours,
    against: null,
    goal: atMost === undefined ? null : { of: "value", atMost },
  })
  return [
    ...DOCUMENTS.flatMap(encodingRows),
    wait("pressed → first byte, p50", median(firstByte)),
    wait("pressed → first byte, p99", percentile(firstByte, 99), 30),
    wait("cut → printed, p50", median(known)),
    wait("cut → printed, p99", percentile(known, 99)),
    wait("paper in again → printed, p50", median(refilled)),
    wait("paper in again → printed, most", Math.max(...refilled)),
  ]
}

function encodingRows(document: Document): Row[] {
  const profile = findProfile("epson-80")
  if (!profile) throw new Error("the profile is gone")
  const lines = linesOf(document)
  const encode = () => encodeDocument(lines, { profile, codepage: null, width: 42 })
  const encoded = encode()
  if (!encoded.ok) throw new Error(encoded.reason)
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let n = 0; n < ENCODINGS; n += 1) {
    times.ours.push(timed(encode))
    times.bare.push(timed(() => encodeBare(lines)))
  }
  const line = "printing"
  return [
    {
      line,
      what: `encode a ${document}`,
      unit: "ms",
      ours: median(times.ours),
      against: { name: "single pass", value: median(times.bare) },
      goal: { of: "value", atMost: 5 },
    },
    {
      line,
      what: `bytes of a ${document}`,
      unit: "B",
      ours: encoded.bytes.length,
      against: { name: "single pass", value: encodeBare(lines).length },
      goal: { of: "ratio", atMost: 1.05 },
    },
  ]
}

function linesOf(document: Document): readonly PrintLine[] {
  const job = buildPrintJob({
    jobId: "0190a000-0000-7000-8000-000000000001",
    template: seedTemplate(seeds[document]),
    subject: { kind: "storeDay", countryCode: "EC", storeId: "s1", businessDayDate: "2026-11-21" },
    data: samples[document],
    manner: { locale: "es-EC", currencyCode: "USD", timeZone: "America/Guayaquil" },
    printer: { width: 42 },
    freshness: { fiscal: "none", isCancelled: false, asOf: "2026-11-22T04:12:00Z" },
  })
  return job.paper.lines
}

function timed(work: () => unknown): number {
  const from = performance.now()
  work()
  return performance.now() - from
}

/** One paper after another, each pressed when the box knows that the last one is printed. */
async function printAndWait(): Promise<Waits> {
  const { boxData, registerKey } = await stage()
  const cut = { at: 0 }
  const onReceipt = () => {
    cut.at = performance.now()
  }
  const printer = await startEmulator({ tcp: 0, profile: "epson-80", onReceipt })
  const first = { at: 0 }
  const meter = await openMeter(printer.port ?? 0, (piece) => {
    if (first.at === 0 && piece.includes(RESET)) first.at = performance.now()
  })
  const [port = 0, mqttPort = 0, gone = 0] = await freePorts(3)
  const place = { port, mqttPort, hubPort: gone, uplinkPort: gone, printerPort: meter.port }
  const box = startBox({ data: copyBox(boxData), ...place })
  await untilWell(port, box)
  const waits: Waits = { firstByte: [], known: [], refilled: [] }
  for (let n = 1; n <= PAPERS; n += 1) {
    first.at = 0
    const pressedAt = performance.now()
    const jobId = await press(port, registerKey)
    await becomes({ port, key: registerKey, jobId }, "printed")
    if (n <= WARM_UP_PAPERS) continue
    waits.firstByte.push(first.at - pressedAt)
    waits.known.push(performance.now() - cut.at)
  }
  for (let n = 1; n <= REFILLS; n += 1) {
    printer.set({ paperOut: true })
    const jobId = await press(port, registerKey)
    await becomes({ port, key: registerKey, jobId }, "not_printed")
    const filledAt = performance.now()
    printer.set({ paperOut: false })
    await becomes({ port, key: registerKey, jobId }, "printed")
    waits.refilled.push(performance.now() - filledAt)
  }
  await box.kill()
  await meter.close()
  await printer.stop()
  return waits
}

async function press(port: number, key: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${PRINTS}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ document: "test_page" }),
  })
  const { data } = (await answer.json()) as { data: { jobId: string } }
  if (answer.status !== 202) throw new Error(`a print was answered ${answer.status}`)
  return data.jobId
}

async function becomes(
  { port, key, jobId }: { port: number; key: string; jobId: string },
  status: string,
): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${SPOOL}`, { headers: { "x-api-key": key } })
    const { data } = (await answer.json()) as { data: { jobs: { jobId: string; status: string }[] } }
    if (data.jobs.find((job) => job.jobId === jobId)?.status === status) return
  }
}
