/** Requests that a server reads in one turn of its event loop, because they are written into one connection at once. */
import { openSocket } from "./bare-socket.ts"
import type { Asked } from "./hub.ts"

interface AskedAtOnce extends Asked {
  readonly path: string
}

interface AnsweredAtOnce {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: as `ask` has it
  readonly body: any
}

const HEAD_END = "\r\n\r\n"

/** The answers, in the order of the requests. */
export function askAtOnce(url: string, requests: readonly AskedAtOnce[]): Promise<AnsweredAtOnce[]> {
  const { hostname, port } = new URL(url)
  const socket = openSocket(Number(port))
  return new Promise((resolve, reject) => {
    const answers: AnsweredAtOnce[] = []
    let unread = Buffer.alloc(0)
    socket.on("data", (bytes) => {
      unread = Buffer.concat([unread, bytes])
      for (let next = readAnswer(unread); next !== null; next = readAnswer(unread)) {
        answers.push(next.answer)
        unread = unread.subarray(next.end)
      }
      if (answers.length < requests.length) return
      socket.destroy()
      resolve(answers)
    })
    socket.once("close", () => reject(new Error(`${answers.length} of ${requests.length} requests were answered`)))
    socket.once("connect", () => socket.write(requests.map((request) => textOf(hostname, request)).join("")))
  })
}

function textOf(host: string, { method, path, body, key, headers = {} }: AskedAtOnce): string {
  const text = body === undefined ? "" : JSON.stringify(body)
  const heads = {
    ...headers,
    host,
    "content-length": String(Buffer.byteLength(text)),
    ...(key !== null && { "x-api-key": key }),
    ...(body !== undefined && { "content-type": "application/json" }),
  }
  const lines = Object.entries(heads).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines].join("\r\n") + HEAD_END + text
}

/** Null while it is not whole. */
function readAnswer(bytes: Buffer): { readonly answer: AnsweredAtOnce; readonly end: number } | null {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const head = bytes.subarray(0, headEnd).toString("latin1")
  const begin = headEnd + HEAD_END.length
  const end = begin + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
  if (bytes.length < end) return null
  const text = bytes.subarray(begin, end).toString()
  return { answer: { status: Number(head.split(" ")[1]), body: text ? JSON.parse(text) : null }, end }
}
