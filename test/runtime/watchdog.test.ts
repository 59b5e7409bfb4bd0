/** What systemd is told: once that the program is up, then only for as long as it answers. */
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "vitest"
import { silentLog } from "../../runtime/log.ts"
import { startWatchdog } from "../../runtime/watchdog.ts"
import { tempFile, whenOver } from "../kit/temp.ts"

/** Told every 100 ms, as a share of it. */
const WATCH_US = "300000"

describe("the watchdog", () => {
  it("reports that the program is up, that it is well while it answers, and that it stops", async () => {
    const told = listenTo("told")
    const server = await serve()
    const watchdog = await startWatchdog({ ...told, url: server.url, log: silentLog })
    expect(told.words()).toEqual(["READY=1"])
    await until(() => told.words().filter((word) => word === "WATCHDOG=1").length >= 2)
    server.fail()
    await until(() => server.refused() > 0)
    const before = told.words().length
    await until(() => server.refused() > 3)
    // One that was under way when the program fell silent may still have been told.
    expect(told.words().length - before).toBeLessThanOrEqual(1)
    server.heal()
    await until(() => told.words().length > before + 1)
    await watchdog.stop()
    expect(told.words().at(-1)).toBe("STOPPING=1")
  })

  it("is silent without systemd", async () => {
    const told = listenTo("silent")
    const watchdog = await startWatchdog({ ...told, env: {}, url: "http://127.0.0.1:9", log: silentLog })
    await watchdog.stop()
    expect(told.words()).toEqual([])
  })
})

/** Stands in for systemd-notify: writes down what it is given. */
function listenTo(name: string) {
  const file = tempFile(name)
  const program = tempFile("notify")
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${file}'\n`)
  chmodSync(program, 0o755)
  appendFileSync(file, "")
  const words = () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [])
  return { env: { NOTIFY_SOCKET: "/run/none", WATCHDOG_USEC: WATCH_US }, program, words }
}

async function serve() {
  let well = true
  let refused = 0
  const server = createServer((request, response) => {
    if (!well) refused += 1
    response.statusCode = well && request.url === "/healthz" ? 200 : 503
    response.end("{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  whenOver(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: () => {
      well = false
    },
    heal: () => {
      well = true
    },
    refused: () => refused,
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
}
