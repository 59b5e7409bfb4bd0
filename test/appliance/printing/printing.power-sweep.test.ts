/** Power lost at every step of a job, by kill -9 of a printing process: no paper twice by itself, none lost in silence, the next one whole. */
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { beforeAll, describe, expect, test } from "vitest"
import { type Emulator, previewDocument } from "../../../appliance/emulator/index.ts"
import type { PrintJob } from "../../../protocol/shapes/print-job.ts"
import { productRoot } from "../../../runtime/root.ts"
import { tempDir, tempFile, whenOver } from "../../kit/temp.ts"
import { startWatched } from "../../kit/watched-process.ts"
import { emulate, openRoom, receipt, specOf, type WireKind } from "./kit.ts"

const LANES = 3
const SOURCE = fileURLToPath(new URL("./dying-process.ts", import.meta.url))
let program = ""

beforeAll(async () => {
  program = join(tempDir(), "dying-process.cjs")
  const external = ["serialport"]
  // The libraries are found by NODE_PATH, which an import does not ask.
  const supported = { "dynamic-import": false }
  await build({
    entryPoints: [SOURCE],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "cjs",
    external,
    supported,
    // Where SQLite is looked for from: a program of this format does not know where it lies.
    define: { "import.meta.url": JSON.stringify(import.meta.url) },
  })
})

/** A step, by its kind and which of that kind it is. */
type Step = readonly [kind: string, n: number]

/** What it said at its end: nothing where it died. */
function live(file: string, spec: string, [kind, n]: Step): Promise<string> {
  const env = { ...process.env, NODE_PATH: join(productRoot(), "node_modules") }
  const child = startWatched(process.execPath, [program, file, spec, kind, String(n)], { env, showErrors: true })
  whenOver(() => void child.kill("SIGKILL"))
  let said = ""
  child.stdout.on("data", (text) => {
    said += text
  })
  return new Promise((resolve) => child.once("close", () => resolve(said)))
}

/** A paper with a picture: cut off in its middle, a printer takes the next paper for the rest of the picture. */
function pictured(height: number, copies: number): PrintJob {
  const paper = receipt({ orderId: "swept", copies })
  const bits = Buffer.alloc(72 * height, 0xa5).toString("base64")
  const image = { t: "image", width: 576, height, bits } as const
  return { ...paper, paper: { ...paper.paper, lines: [image, ...paper.paper.lines] } }
}

interface Fate {
  readonly step: Step
  readonly said: string
  readonly status: string
  /** Whole papers of the job that was cut short, and of the one after it. */
  readonly first: number
  readonly second: number
}

interface Sweep {
  readonly wire: WireKind
  readonly height: number
  readonly copies: number
}

async function fateAt(step: Step, printer: Emulator, { wire, height, copies }: Sweep): Promise<Fate> {
  const file = tempFile(`box.db`)
  const spec = specOf(printer, wire)
  const from = printer.receipts.length
  const before = openRoom([spec], file)
  const job = pictured(height, copies)
  before.enqueue(job)
  const said = await live(file, spec.id, step)
  await before.printing.stop()
  const after = openRoom([spec], file)
  after.printing.start()
  await after.until(() => ["printed", "unknown"].includes(after.job(job.jobId).status))
  const next = after.enqueue(receipt({ orderId: "next" }))
  await after.until(() => after.job(next.jobId).status === "printed")
  const { status } = after.job(job.jobId)
  await after.printing.stop()
  const texts = printer.receipts.slice(from).map(({ text }) => text)
  const count = (whole: string) => texts.filter((text) => text === whole).length
  return { step, said, status, first: count(textOf(job)), second: count(textOf(receipt())) }
}

/** The whole paper, as it comes out where nothing goes wrong. */
function textOf(job: PrintJob): string {
  const preview = previewDocument(job)
  if ("reason" in preview) throw new Error(preview.reason)
  return preview.text
}

/** A process that survives tells its steps; then one dies at each of them. */
async function sweep(swept: Sweep): Promise<Fate[]> {
  const fates: Fate[] = []
  const whole = await fateAt(["", 0], await emulate(swept.wire), swept)
  const steps = Object.entries(JSON.parse(whole.said) as Record<string, number>)
    .filter(([kind]) => IS_LONG || !kind.startsWith("after"))
    .flatMap(([kind, count]) => Array.from({ length: count }, (_, n): Step => [kind, n + 1]))
  const lane = async () => {
    const printer = await emulate(swept.wire)
    for (let step = steps.shift(); step !== undefined; step = steps.shift())
      fates.push(await fateAt(step, printer, swept))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return fates
}

/**
 * Every cut that leaves another disk or another wire: after a step and before the next one nothing has changed on either, so one of
 * the two is enough here. `npm run soak -- print` does both, on a longer paper.
 */
const IS_LONG = process.env.BRASA_SWEEP === "long"
const SWEEPS: readonly Sweep[] = IS_LONG
  ? [
      { wire: "tcp", height: 400, copies: 3 },
      { wire: "pty", height: 110, copies: 2 },
    ]
  : [
      { wire: "tcp", height: 110, copies: 2 },
      { wire: "pty", height: 20, copies: 1 },
    ]
/** The paper has not begun to leave: nobody needs to be asked. */
const UNTOUCHED = /open$|^before bytes leave$/

describe.each(SWEEPS)("a power cut over $wire", (swept) => {
  test("at every step of a job loses and repeats no document", { timeout: IS_LONG ? 600_000 : 300_000 }, async () => {
    const fates = await sweep(swept)
    expect(fates.length).toBeGreaterThan(20)
    expect(fates.filter(({ status, first }) => status === "printed" && first !== swept.copies)).toEqual([])
    expect(fates.filter(({ first }) => first > swept.copies)).toEqual([])
    expect(fates.filter(({ second }) => second !== 1)).toEqual([])
    expect(fates.filter(({ step, status }) => UNTOUCHED.test(step[0]) && status !== "printed")).toEqual([])
    expect(new Set(fates.map(({ status }) => status))).toEqual(new Set(["printed", "unknown"]))
    if (process.env.SHOW) console.log(fates.map((f) => `${f.step} ${f.status} ${f.first} ${f.second}`).join("\n"))
  })
})
