/** Papers: lines to bytes beside a single bare pass, and from "print" pressed to the first byte of the paper at the printer. */
import { startEmulator } from "../../../appliance/emulator/index.ts"
import { encodePaper } from "../../../appliance/printing/encode.ts"
import { findProfile } from "../../../appliance/printing/index.ts"
import { samples, seeds } from "../../../printer-templates/index.ts"
import { buildPrintJob, seedTemplate } from "../../../protocol/print/build-print-job.ts"
import type { PrintLine } from "../../../protocol/shapes/print-job.ts"
import { freePorts } from "../../kit/ports.ts"
import { encodeBare } from "../baselines/encode-bare.ts"
import { median, percentile } from "../measure.ts"
import { openMeter } from "../meter.ts"
import { scratch, untilWell } from "../processes.ts"
import type { Row } from "../report.ts"
import { stage, startBox } from "../stage.ts"

const DOCUMENTS = ["day_close", "receipt"] as const
const ENCODINGS = 200
const PAPERS = 100
const WARM_UP_PAPERS = 10
const PRINTS = "/api/lan/v1/prints"
const SPOOL = "/api/lan/v1/spool"
/** Every paper starts with it, and no status question contains it. */
const RESET = Buffer.of(0x1b, 0x40)

type Document = (typeof DOCUMENTS)[number]

export async function benchPrinting(): Promise<Row[]> {
  const waits = await waitsForFirstByte()
  const line = "printing"
  return [
    ...DOCUMENTS.flatMap(encodingRows),
    {
      line,
      what: "pressed → first byte, p50",
      unit: "ms",
      ours: median(waits),
      against: null,
      goal: null,
    },
    {
      line,
      what: "pressed → first byte, p99",
      unit: "ms",
      ours: percentile(waits, 99),
      against: null,
      goal: { of: "value", atMost: 30 },
    },
  ]
}

function encodingRows(document: Document): Row[] {
  const profile = findProfile("epson-80")
  if (!profile) throw new Error("the profile is gone")
  const lines = linesOf(document)
  const encode = () => encodePaper(lines, { profile, codepage: null, width: 42 })
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
async function waitsForFirstByte(): Promise<number[]> {
  const { boxData, registerKey } = await stage()
  const printer = await startEmulator({ tcp: 0, profile: "epson-80" })
  const first = { at: 0 }
  const meter = await openMeter(printer.port ?? 0, (piece) => {
    if (first.at === 0 && piece.includes(RESET)) first.at = performance.now()
  })
  const [port = 0, mqttPort = 0, gone = 0] = await freePorts(3)
  const place = { port, mqttPort, hubPort: gone, uplinkPort: gone, printerPort: meter.port }
  const box = startBox({ data: scratch(boxData), ...place })
  await untilWell(port, box)
  const waits: number[] = []
  for (let n = 1; n <= PAPERS; n += 1) {
    first.at = 0
    const pressedAt = performance.now()
    const jobId = await press(port, registerKey)
    await printer.waitForReceipts(n)
    await untilPrinted({ port, key: registerKey, jobId })
    if (n > WARM_UP_PAPERS) waits.push(first.at - pressedAt)
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

async function untilPrinted({ port, key, jobId }: { port: number; key: string; jobId: string }): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${SPOOL}`, { headers: { "x-api-key": key } })
    const { data } = (await answer.json()) as { data: { jobs: { jobId: string; status: string }[] } }
    if (data.jobs.find((job) => job.jobId === jobId)?.status === "printed") return
  }
}
