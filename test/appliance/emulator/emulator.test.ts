/** The emulator at the wire: it answers, holds and forgets as a printer does. */
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { PNG } from "pngjs"
import { expect, test } from "vitest"
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../appliance/emulator/index.ts"
import { openSocket } from "../../kit/bare-socket.ts"
import { tempDir, tempFile, whenOver } from "../../kit/temp.ts"

async function emulate(options: EmulatorOptions): Promise<Emulator> {
  const emulator = await startEmulator(options)
  whenOver(() => emulator.stop())
  return emulator
}

/** A host that sends hexadecimal and waits for so many bytes of answer. */
async function host(emulator: Emulator) {
  const socket = openSocket(emulator.port ?? 0)
  let heard = Buffer.alloc(0)
  const looks = new Set<() => void>()
  socket.on("data", (bytes) => {
    heard = Buffer.concat([heard, bytes])
    for (const look of [...looks]) look()
  })
  await new Promise((resolve) => socket.once("connect", resolve))
  whenOver(() => void socket.destroy())
  return {
    closed: new Promise((resolve) => socket.once("close", resolve)),
    send: (hex: string) => socket.write(Buffer.from(hex.replaceAll(" ", ""), "hex")),
    say: (text: string) => socket.write(Buffer.from(text, "latin1")),
    hear: (bytes: number): Promise<string> =>
      new Promise((resolve) => {
        const look = () => {
          if (heard.length < bytes) return
          looks.delete(look)
          resolve(heard.subarray(0, bytes).toString("hex"))
          heard = heard.subarray(bytes)
        }
        looks.add(look)
        look()
      }),
  }
}

const STATES = [
  ["ready", {}, "12121212"],
  ["out of paper", { paperOut: true }, "1a32127e"],
  ["open", { coverOpen: true }, "1a161212"],
  ["off line", { offline: true }, "1a121212"],
] as const

test.each(STATES)("the emulator answers DLE EOT 1 to 4 when it is %s", async (_, condition, expected) => {
  const emulator = await emulate({ tcp: 0 })
  emulator.set(condition)
  const wire = await host(emulator)
  wire.send("100401 100402 100403 100404")
  expect(await wire.hear(4)).toBe(expected)
})

test("GS r is not answered while the bytes before it cannot be printed", async () => {
  const emulator = await emulate({ tcp: 0 })
  const wire = await host(emulator)
  wire.send("1d7201")
  expect(await wire.hear(1)).toBe("00")
  emulator.set({ paperOut: true })
  wire.say("late\n")
  wire.send("1d7201 100401")
  expect(await wire.hear(1)).toBe("1a")
  expect(emulator.uncut().trim()).toBe("")
  emulator.set({ paperOut: false })
  expect(await wire.hear(1)).toBe("00")
  expect(emulator.uncut()).toBe("late\n")
})

test("automatic status reports each change until a reset switches it off", async () => {
  const emulator = await emulate({ tcp: 0 })
  const wire = await host(emulator)
  wire.send("1d61ff")
  expect(await wire.hear(4)).toBe("10000000")
  emulator.set({ coverOpen: true })
  expect(await wire.hear(4)).toBe("38000000")
  emulator.set({ coverOpen: false })
  expect(await wire.hear(4)).toBe("10000000")
  wire.send("1b40 1d7201")
  expect(await wire.hear(1)).toBe("00")
  emulator.set({ paperOut: true })
  wire.send("100401")
  expect(await wire.hear(1)).toBe("1a")
})

test("a job's number is returned when the job is printed", async () => {
  const emulator = await emulate({ tcp: 0, profile: "epson-80" })
  const wire = await host(emulator)
  wire.send("1d284806003030 41423132")
  expect(await wire.hear(7)).toBe("37224142313200")
})

test("a command that arrives in pieces is run once it is complete", async () => {
  const emulator = await emulate({ tcp: 0 })
  const wire = await host(emulator)
  for (const piece of ["1b", "74", "10", "f1", "e3", "80", "0a", "1d", "56", "01"]) wire.send(piece)
  await emulator.waitForReceipts(1)
  expect(emulator.receipts[0]?.text).toBe("ñã€\n")
})

test("text without a selected page is printed in the first page, with wrong accents", async () => {
  const emulator = await emulate({ tcp: 0 })
  const wire = await host(emulator)
  wire.send("1b40 f1 0a 1d5601")
  await emulator.waitForReceipts(1)
  expect(emulator.receipts[0]?.text).toBe("±\n")
})

test("a printer that is switched off closes the connection and loses its buffer", async () => {
  const emulator = await emulate({ tcp: 0 })
  const wire = await host(emulator)
  wire.say("half a ticket\n")
  wire.send("100401")
  await wire.hear(1)
  await emulator.switchOff()
  await wire.closed
  await emulator.switchOn()
  expect(emulator.uncut().trim()).toBe("")
  const again = await host(emulator)
  again.send("100401")
  expect(await again.hear(1)).toBe("12")
})

test("each receipt is written as text and two pictures, with the next free number", async () => {
  const out = tempDir()
  for (const round of [1, 2]) {
    const emulator = await emulate({ tcp: 0, out })
    const wire = await host(emulator)
    wire.send("1b4510 1b6101 1d2111")
    wire.say("HOLA\n")
    wire.send("1d5601")
    await emulator.waitForReceipts(1)
    await emulator.written()
    expect(readdirSync(out)).toHaveLength(3 * round)
  }
  expect(readFileSync(join(out, "receipt-0002.txt"), "utf8")).toBe(`${" ".repeat(20)}HOLA\n`)
  const picture = PNG.sync.read(readFileSync(join(out, "receipt-0002.png")))
  expect(picture.width).toBe(656)
  const dark = picture.data.filter((value, i) => i % 4 === 0 && value < 80).length
  expect(dark).toBeGreaterThan(500)
})

test("the serial port is a link at the requested path until the emulator stops", async () => {
  const path = tempFile("ttyPRN")
  const emulator = await startEmulator({ pty: path })
  expect(lstatSync(path).isSymbolicLink()).toBe(true)
  expect(emulator.ptyPath).toBe(path)
  await emulator.stop()
  expect(existsSync(path)).toBe(false)
})
