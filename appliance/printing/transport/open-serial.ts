/** A serial printer, or a USB one that shows itself as a serial port. */
import type { SerialPort } from "serialport"
import type { Link, LinkEvents } from "./transport.ts"

const PACE = { chunkBytes: 512, restMs: 0 }

/** The driver is loaded by the first box that has such a printer. */
export async function openSerial(address: { path: string; baud: number }, events: LinkEvents): Promise<Link> {
  const { SerialPort } = await import("serialport")
  const port = new SerialPort({ path: address.path, baudRate: address.baud, autoOpen: false })
  await new Promise<void>((resolve, reject) => {
    port.open((error) => (error ? reject(new Error(`${address.path}: ${error.message}`)) : resolve()))
  })
  port.on("data", (bytes: Uint8Array) => events.onData(bytes))
  port.on("error", () => undefined)
  port.once("close", () => events.onClose("the serial port is gone"))
  await raiseLines(port)
  return {
    pace: PACE,
    write: (bytes) => writeChunk(port, bytes),
    close: () => new Promise((resolve) => (port.isOpen ? port.close(() => resolve()) : resolve())),
  }
}

/** Many printers only listen while DTR and RTS are up; a pseudo-terminal has no such lines, which is no fault. */
function raiseLines(port: SerialPort): Promise<void> {
  return new Promise((resolve) => port.set({ dtr: true, rts: true }, () => resolve()))
}

/** Waits until the line has taken the bytes: the wire sets the pace. */
function writeChunk(port: SerialPort, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!port.isOpen) return reject(new Error("the serial port is closed"))
    const onClose = () => reject(new Error("the serial port is gone"))
    port.once("close", onClose)
    port.write(Buffer.from(chunk))
    port.drain((error) => {
      port.off("close", onClose)
      if (error) reject(error)
      else resolve()
    })
  })
}
