/**
 * Generates load on a server from a process of its own: connections that each ask, wait for the answer and ask again. It speaks
 * HTTP over bare sockets, because Node's own client would be busier than the servers that it measures.
 */
import { connect, type Socket } from "node:net"
import type { Ask } from "./ask.ts"
import { SCRIPTS, type ScriptName } from "./scripts.ts"

export interface Load {
  readonly port: number
  /** A line of the head each; the connections take them in turn. */
  readonly credentials: readonly string[]
  readonly script: ScriptName
  readonly connections: number
  /** Counted time, after the warm-up; or, with `count`, until so many rounds of the script are done. */
  readonly seconds: number
  readonly count?: number
  readonly storeId: string
}

export interface LoadResult {
  /** Whole rounds of the script in a second. */
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly done: number
}

const WARM_UP_MS = 400

const load = JSON.parse(process.argv[2] ?? "{}") as Load
process.stdout.write(JSON.stringify(await generate(load)))
process.exit(0)

async function generate(load: Load): Promise<LoadResult> {
  const script = SCRIPTS[load.script]
  const prefix = `${Date.now().toString(36)}${process.pid}`
  const startedAt = performance.now()
  const countFrom = load.count ? startedAt : startedAt + WARM_UP_MS
  const until = load.count ? Number.POSITIVE_INFINITY : countFrom + load.seconds * 1000
  const times: number[] = []
  let taken = 0
  const work = async (credential: string) => {
    const line = await openLine(load.port, credential)
    while (performance.now() < until && taken < (load.count ?? Number.POSITIVE_INFINITY)) {
      taken += 1
      const from = performance.now()
      for (const ask of script({ name: `${prefix}-${taken}`, n: taken, storeId: load.storeId })) await line(ask)
      const now = performance.now()
      if (now > countFrom && now < until) times.push(now - from)
    }
  }
  await Promise.all(
    Array.from({ length: load.connections }, (_, k) => work(load.credentials[k % load.credentials.length] ?? "")),
  )
  const seconds = load.count ? (performance.now() - startedAt) / 1000 : load.seconds
  times.sort((a, b) => a - b)
  const at = (percent: number) => times[Math.min(times.length - 1, Math.floor(times.length * percent))] ?? Number.NaN
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), done: times.length }
}

type Line = (ask: Ask) => Promise<void>

async function openLine(port: number, credential: string): Promise<Line> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true })
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject))
  const answers = listen(socket)
  return async ({ method, path, body, expect, contains = "" }) => {
    const answer = answers()
    const length =
      body === undefined ? "" : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
    socket.write(`${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${credential}\r\n${length}\r\n${body ?? ""}`)
    const { status, text } = await answer
    if (status !== expect || !text.includes(contains)) throw new Error(`${method} ${path} answered ${status}: ${text}`)
  }
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** Reads one answer at a time: a head, and as much body as it says. */
function listen(socket: Socket): () => Promise<Answer> {
  let text = ""
  let take: ((answer: Answer) => void) | null = null
  let fail: ((error: Error) => void) | null = null
  socket.setEncoding("latin1")
  socket.on("data", (more: string) => {
    text += more
    const end = text.indexOf("\r\n\r\n")
    if (end < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (text.length < end + 4 + length) return
    const answer = { status: Number(text.slice(9, 12)), text: text.slice(end + 4, end + 4 + length) }
    text = text.slice(end + 4 + length)
    take?.(answer)
  })
  const broken = () => fail?.(new Error("the connection broke"))
  socket.on("error", broken)
  socket.on("close", broken)
  return () =>
    new Promise((resolve, reject) => {
      take = resolve
      fail = reject
    })
}
