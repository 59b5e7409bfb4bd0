/** A printer is known again where it is plugged in now, and never taken for another; and printers are found. */
import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import type { Database } from "better-sqlite3"
import { beforeEach, expect, test } from "vitest"
import { type DevicePaths, identityAt } from "../../../../appliance/printing/discovery/device-identity.ts"
import { findPrinters, localHosts } from "../../../../appliance/printing/discovery/find-printers.ts"
import { followIdentity } from "../../../../appliance/printing/discovery/follow-identity.ts"
import { spool } from "../../../../appliance/storage/migrations/0002-spool.ts"
import { spoolChain } from "../../../../appliance/storage/migrations/0011-spool-chain.ts"
import { openPrintJobs } from "../../../../appliance/storage/migrations/0073-open-print-jobs.ts"
import { systemClock } from "../../../../runtime/clock.ts"
import { Sqlite } from "../../../../runtime/storage/sqlite-library.ts"
import { tempDir, whenOver } from "../../../kit/temp.ts"
import { emulate, spec } from "../kit.ts"

let root = ""
let paths: DevicePaths
let db: Database

/** A machine's device files, as Linux lays them out. */
beforeEach(() => {
  root = tempDir()
  const at = (name: string) => join(root, name)
  paths = { serialById: at("by-id"), usbmisc: at("usbmisc"), usbDevices: at("usb"), arp: at("arp") }
  for (const name of ["by-id", "usbmisc", "usb", "dev"]) mkdirSync(at(name))
  writeFileSync(paths.arp, "IP address HW type Flags HW address Mask Device\n")
  db = new Sqlite(":memory:")
  db.exec(`${spool.sql}; ${spoolChain.sql}; ${openPrintJobs.sql}`)
})

const PRINTERS = ["first", "second"].map((name) => `usb://${name}`)

/** Opens and closes again; the path at which the printer was found, or why not. */
async function reach(address: ReturnType<typeof spec>["address"], id = PRINTERS[0] as string): Promise<string> {
  const open = followIdentity({
    db,
    clock: systemClock,
    spec: { id, address },
    paths,
    isPrinter: (one) => PRINTERS.includes(one),
  })
  const link = await open({ onData: () => undefined, onClose: () => undefined }).catch((error: Error) => error)
  if (link instanceof Error) return link.message
  await link.close()
  return "open"
}

function plugUsb(port: string, { name, serial }: { name: string; serial: string | null }): void {
  const about = join(root, "dev", port)
  mkdirSync(join(about, "interface"), { recursive: true })
  writeFileSync(join(about, "idVendor"), "04b8\n")
  writeFileSync(join(about, "idProduct"), "0202\n")
  if (serial !== null) writeFileSync(join(about, "serial"), `${serial}\n`)
  mkdirSync(join(paths.usbmisc, name))
  symlinkSync(join(about, "interface"), join(paths.usbmisc, name, "device"))
}

test("a USB printer is opened under its new device name", async () => {
  const printer = await emulate("device")
  plugUsb("1-1", { name: "lp0", serial: "J5TX01" })
  const lp0 = join(paths.usbDevices, "lp0")
  symlinkSync(printer.ptyPath ?? "", lp0)
  const { address } = spec(`usb://${lp0}`)
  expect(identityAt(address, paths)).toBe("usb:04b8:0202:J5TX01")
  expect(await reach(address)).toBe("open")
  unlinkSync(lp0)
  expect(await reach(address)).toContain("cannot be opened (ENOENT)")
  unlinkSync(join(paths.usbmisc, "lp0", "device"))
  plugUsb("1-2", { name: "lp1", serial: "J5TX01" })
  symlinkSync(printer.ptyPath ?? "", join(paths.usbDevices, "lp1"))
  expect(await reach(address)).toBe("open")
})

test("a printer is opened while its identity cannot be saved, and saved at the next opening", async () => {
  const printer = await emulate("device")
  plugUsb("1-1", { name: "lp0", serial: "J5TX01" })
  const lp0 = join(paths.usbDevices, "lp0")
  symlinkSync(printer.ptyPath ?? "", lp0)
  const { address } = spec(`usb://${lp0}`)
  db.pragma("query_only = ON")
  expect(await reach(address)).toBe("open")
  db.pragma("query_only = OFF")
  expect(await reach(address)).toBe("open")
  expect(db.prepare("SELECT count(*) FROM printer_identity").pluck().get()).toBe(1)
})

test("another printer of the box at the same address is refused, a replacement is accepted", async () => {
  const printer = await emulate("device")
  const lp0 = join(paths.usbDevices, "lp0")
  symlinkSync(printer.ptyPath ?? "", lp0)
  const { address } = spec(`usb://${lp0}`)
  plugUsb("1-1", { name: "lp0", serial: "BAR" })
  expect(await reach(address, PRINTERS[1])).toBe("open")
  expect(await reach(address, PRINTERS[0])).toBe("the printer at usb://first is the one of usb://second")
  writeFileSync(join(root, "dev", "1-1", "serial"), "NEW")
  expect(await reach(address, PRINTERS[0])).toBe("open")
})

test("two printers of a model without serial numbers stay at their addresses", async () => {
  const printer = await emulate("device")
  plugUsb("1-1", { name: "lp0", serial: null })
  symlinkSync(printer.ptyPath ?? "", join(paths.usbDevices, "lp0"))
  expect(identityAt(spec(`usb://${join(paths.usbDevices, "lp0")}`).address, paths)).toBeNull()
})

test("a serial printer is found by its name when its number changes", async () => {
  const printer = await emulate("pty")
  const tty = join(root, "ttyUSB0")
  symlinkSync(printer.ptyPath ?? "", tty)
  symlinkSync(tty, join(paths.serialById, "usb-FTDI_A50285BI"))
  const { address } = spec(`serial://${tty}`)
  expect(await reach(address)).toBe("open")
  unlinkSync(tty)
  unlinkSync(join(paths.serialById, "usb-FTDI_A50285BI"))
  symlinkSync(printer.ptyPath ?? "", join(paths.serialById, "usb-FTDI_A50285BI"))
  expect(await reach(address)).toBe("open")
})

/** Something that listens on this one address, and how many bytes it has got. */
async function listen(): Promise<{ port: number; heard(): number }> {
  let heard = 0
  const server = createServer((socket) => {
    socket.on("data", (bytes) => {
      heard += bytes.length
    })
    socket.on("error", () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  whenOver(() => void server.close())
  const address = server.address()
  return { port: typeof address === "object" && address !== null ? address.port : 0, heard: () => heard }
}

test("a network printer is found by its card when its address changes", async () => {
  const { port } = await listen()
  const silent = "10.0.0.9 0x1 0x0 00:00:00:00:00:00 * eth0"
  writeFileSync(paths.arp, `IP address\n${silent}\n127.0.0.1 0x1 0x2 00:26:AB:01:02:03 * eth0\n`)
  const { address } = spec(`tcp://127.0.0.2:${port}`)
  expect(await reach(address)).toContain("cannot be reached (ECONNREFUSED)")
  expect(await reach(spec(`tcp://127.0.0.1:${port}`).address)).toBe("open")
  expect(await reach(address)).toBe("open")
})

test("finding lists listening printers, and their models when asked to", async () => {
  const printer = await emulate("tcp", { profile: "epson-80" })
  const where = { hosts: ["127.0.0.1"], port: printer.port ?? 0, paths }
  const id = `tcp://127.0.0.1:${printer.port}`
  expect(await findPrinters({ ...where, ask: true })).toMatchObject([
    { spec: `${id}?profile=epson-tm-t88`, answers: true, model: "Brasa Epson TM-T20, TM-T88 (80 mm)", known: false },
  ])
  expect(await findPrinters({ ...where, ask: true, known: [spec(id)] })).toMatchObject([{ known: true, answers: null }])
})

test("finding sends no byte unless asked to", async () => {
  const office = await listen()
  const where = { hosts: ["127.0.0.1", "127.0.0.4"], port: office.port, paths }
  expect(await findPrinters(where)).toMatchObject([{ answers: null, model: null }])
  expect(office.heard()).toBe(0)
  expect(await findPrinters({ ...where, ask: true })).toMatchObject([{ answers: false, model: null }])
})

test("finding lists plugged-in printers as SPECs", async () => {
  plugUsb("1-1", { name: "lp0", serial: "J5TX01" })
  symlinkSync("/dev/null", join(paths.serialById, "usb-FTDI_A50285BI"))
  expect((await findPrinters({ hosts: [], paths })).map((one) => one.spec)).toEqual([
    `serial://${join(paths.serialById, "usb-FTDI_A50285BI")}`,
    `usb://${join(paths.usbDevices, "lp0")}`,
  ])
})

test("finding looks through two private networks at most, without this machine", () => {
  const face = (address: string, internal = false) => [
    { address, internal, family: "IPv4" as const, netmask: "", mac: "", cidr: null },
  ]
  const hosts = localHosts({
    lo: face("127.0.0.1", true),
    a: face("192.168.1.20"),
    b: face("8.8.8.8"),
    c: face("10.0.0.1"),
    d: face("172.16.0.1"),
  })
  expect(hosts).toHaveLength(253 + 253)
  expect(hosts).toContain("192.168.1.1")
  expect(hosts).not.toContain("192.168.1.20")
})
