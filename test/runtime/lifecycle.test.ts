import { EventEmitter } from "node:events"
import { expect, it } from "vitest"
import { type Part, startParts } from "../../runtime/lifecycle.ts"
import { createLog, silentLog } from "../../runtime/log.ts"

function openParts(names: readonly string[], changed: Record<string, Partial<Part>> = {}) {
  const steps: string[] = []
  const parts = names.map((name): Part => {
    const start = () => void steps.push(`start ${name}`)
    const stop = () => void steps.push(`stop ${name}`)
    return { name, start, stop, ...changed[name] }
  })
  return { steps, parts }
}

it("starts in order and stops in reverse order, once", async () => {
  const { steps, parts } = openParts(["store", "broker", "http"])
  const running = await startParts(parts, { log: silentLog })
  expect(running.signal.aborted).toBe(false)
  await Promise.all([running.stop("test"), running.stop("again")])
  await running.stopped
  expect(running.signal.aborted).toBe(true)
  expect(steps).toEqual(["start store", "start broker", "start http", "stop http", "stop broker", "stop store"])
})

it("stops started parts if one fails to start, and reports why", async () => {
  const fault = new Error("port in use")
  const { steps, parts } = openParts(["store", "broker", "http"], { broker: { start: () => Promise.reject(fault) } })
  await expect(startParts(parts, { log: silentLog })).rejects.toBe(fault)
  expect(steps).toEqual(["start store", "stop store"])
})

it.each(["SIGINT", "SIGTERM"])("stops on %s, and leaves the second signal to the system", async (name) => {
  const process = new EventEmitter()
  const { steps, parts } = openParts(["store", "http"])
  const running = await startParts(parts, { log: silentLog, process })
  process.emit(name, name)
  expect(process.listenerCount("SIGINT") + process.listenerCount("SIGTERM")).toBe(0)
  await running.stopped
  expect(steps.slice(2)).toEqual(["stop http", "stop store"])
})

it("stops the part that was starting when the signal came", async () => {
  const process = new EventEmitter()
  const interrupted = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    process.emit("SIGTERM", "SIGTERM")
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { steps, parts } = openParts(["store", "broker", "http"], { broker: { start: interrupted } })
  const running = await startParts(parts, { log: silentLog, process })
  await running.stopped
  expect(steps).toEqual(["start store", "stop broker", "stop store"])
})

it("names a part that does not stop, and continues with the others", async () => {
  const lines: string[] = []
  const log = createLog({ destination: { write: (line) => void lines.push(line) } })
  const never = { stop: () => new Promise<void>(() => {}) }
  const failing = { stop: () => Promise.reject(new Error("stuck")) }
  const { steps, parts } = openParts(["store", "broker", "http"], { broker: never, http: failing })
  const running = await startParts(parts, { log, stopTimeoutMs: 10 })
  await running.stop("test")
  expect(steps.at(-1)).toBe("stop store")
  const told = lines.map((line) => JSON.parse(line)).filter((entry) => entry.level === "error")
  expect(told.map((entry) => entry.part)).toEqual(["http", "broker"])
})
