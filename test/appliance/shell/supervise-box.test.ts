/** All in one: the shell runs a real box, brings it back when it is killed, and stops it cleanly. */
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { type BoxCommand, isBoxRunning } from "../../../appliance/shell/box-command.ts"
import { systemTimers } from "../../../appliance/shell/electron-types.ts"
import { openLogFile } from "../../../appliance/shell/log-file.ts"
import { LOOK_EVERY_MS, superviseBox } from "../../../appliance/shell/supervise-box.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { productRoot } from "../../../runtime/root.ts"
import { freePorts } from "../../kit/ports.ts"
import { tempDir, tempFile, whenOver } from "../../kit/temp.ts"
import { handTimers } from "./stand-ins.ts"

const PROGRAM = join(productRoot(), "dist", "brasa.js")
const STARTED = "the box was started"
/** For what takes a second or two alone. */
const TIMEOUT = { timeout: 60_000 }

it("restarts the box after a kill -9, and stops it on request", async () => {
  const [port, mqttPort] = await freePorts(2)
  const url = `http://127.0.0.1:${port}`
  const log = join(tempDir(), "logs", "box.log")
  const told: string[] = []
  const args = [`--port=${port}`, `--mqtt-port=${mqttPort}`, "--host=127.0.0.1", `--data=${tempDir()}`]
  const command: BoxCommand = { node: process.execPath, program: PROGRAM, args, env: process.env }
  const box = superviseBox(command, {
    clock: systemClock,
    timers: systemTimers,
    log: openLogFile(log),
    isBoxRunning: () => isBoxRunning(url),
    report: (what) => void told.push(what),
  })
  whenOver(() => box.stop())
  await box.start()
  const first = box.pid()
  // It answers a moment before it says so.
  const whenUp = async (times: number) => {
    await expect.poll(() => isBoxRunning(url), TIMEOUT).toBe(true)
    await expect.poll(() => readFileSync(log, "utf8").match(/the box is up/g), TIMEOUT).toHaveLength(times)
  }
  await whenUp(1)
  process.kill(first as number, "SIGKILL")
  await expect.poll(() => box.pid() ?? first, TIMEOUT).not.toBe(first)
  await whenUp(2)
  expect(told.filter((what) => what === STARTED)).toHaveLength(2)
  await box.stop()
  expect(await isBoxRunning(url)).toBe(false)
  expect(readFileSync(log, "utf8").match(/the box is up/g)).toHaveLength(2)
  expect(told.at(-1), "nothing is started again after the stop").toBe(STARTED)
})

it("starts no box while another one answers", async () => {
  const { clock, timers, pass } = handTimers()
  let there = true
  const told: string[] = []
  const command = { node: process.execPath, program: join(tempDir(), "missing.js"), args: [], env: {} }
  const box = superviseBox(command, {
    clock,
    timers,
    log: openLogFile(tempFile("box.log")),
    isBoxRunning: async () => there,
    report: (what) => void told.push(what),
  })
  await box.start()
  expect(told).toEqual(["a box answers already: none is started beside it"])
  there = false
  pass(LOOK_EVERY_MS)
  await expect.poll(() => told).toContain(STARTED)
  await box.stop()
})

it("continues if its program cannot be started at all", async () => {
  const { clock, timers, waiting } = handTimers()
  const told: string[] = []
  const box = superviseBox(
    { node: join(tempDir(), "no-node-here"), program: PROGRAM, args: [], env: {} },
    {
      clock,
      timers,
      log: openLogFile(tempFile("box.log")),
      isBoxRunning: async () => false,
      report: (what) => void told.push(what),
    },
  )
  await box.start()
  await expect.poll(() => told).toContain("the box has ended: starting it again")
  expect(waiting()).toBe(1)
  await box.stop()
  expect(waiting()).toBe(0)
})

it("writes a log that cannot fill the disk, and continues without one", () => {
  const path = tempFile("shell.log")
  writeFileSync(path, "x".repeat(90))
  const log = openLogFile(path, 100)
  log.write("y".repeat(20))
  log.write("z".repeat(20))
  expect(statSync(`${path}.1`).size).toBe(110)
  expect(readFileSync(path, "utf8")).toBe("z".repeat(20))
  expect(() => openLogFile(join(path, "no-folder", "shell.log")).write("lost")).not.toThrow()
})
