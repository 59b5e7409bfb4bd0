/** A receiver of events in the bench's own process: when each came, and who waits for which. */
import { createServer, type Server } from "node:http"
import { freePorts } from "../kit/ports.ts"

/** For the next event. */
const WAIT_MAX_MS = 30_000
const LOOK_EVERY_MS = 20

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

export async function openReceiver() {
  const [port = 0] = await freePorts(1)
  const arrivals: number[] = []
  let listeners: { type: string; tell: () => void }[] = []
  const server: Server = createServer((request, response) => {
    let text = ""
    request.on("data", (part) => {
      text += part
    })
    request.once("end", () => {
      response.writeHead(204).end()
      arrivals.push(performance.now())
      const { type } = JSON.parse(text).event
      for (const one of listeners) if (one.type === type) one.tell()
      listeners = listeners.filter((one) => one.type !== type)
    })
  })
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done))
  return {
    url: `http://127.0.0.1:${port}/`,
    hears: (type: string) => new Promise<void>((tell) => listeners.push({ type, tell })),
    count: () => arrivals.length,
    /** A second, between the first new arrival and the one that makes it so many. */
    async rate(until: number): Promise<number> {
      const from = arrivals.length
      const startedAt = performance.now()
      while (arrivals.length < until) {
        const last = arrivals.length > from ? (arrivals.at(-1) ?? 0) : startedAt
        if (performance.now() - last > WAIT_MAX_MS) throw new Error(`${until - arrivals.length} events did not come`)
        await new Promise((go) => setTimeout(go, LOOK_EVERY_MS))
      }
      const took = ((arrivals.at(-1) ?? 0) - (arrivals[from] ?? 0)) / 1000
      return (arrivals.length - from - 1) / took
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
