/** Ports that are free now, so that a process can be killed and come back at the same address. */
import { randomInt } from "node:crypto"
import { createServer } from "node:net"

/** Below those that systems give to outgoing connections, which would take the port of whoever is away. */
const FIRST = 12_000
const BEHIND_LAST = 32_000

export async function freePorts(count: number): Promise<number[]> {
  const held: Held[] = []
  while (held.length < count) held.push(...(await hold(randomInt(FIRST, BEHIND_LAST))))
  await Promise.all(held.map(({ close }) => close()))
  return held.map(({ port }) => port)
}

interface Held {
  readonly port: number
  readonly close: () => Promise<void>
}

/** Nothing where somebody has it. */
function hold(port: number): Promise<Held[]> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve([]) : reject(error)))
    server.listen(port, "127.0.0.1", () =>
      resolve([{ port, close: () => new Promise((done) => server.close(() => done())) }]),
    )
  })
}
