/** A serial printer, or a USB printer that presents itself as a serial port. */
import type { SerialPort } from "serialport"
import type { Link, LinkEvents } from "./transport.ts"

const PACE = { chunkBytes: 512, restMs: 0 }

/** Imports the native driver here, so that a box without a serial printer never loads it. */
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

/** Many printers listen only while DTR and RTS are up. A pseudo-terminal has no such lines, so an error is ignored. */
function raiseLines(port: SerialPort): Promise<void> {
  return new Promise((resolve) => port.set({ dtr: true, rts: true }, () => resolve()))
}

/** Waits until the serial line has sent the bytes, so that its own speed sets the pace. */
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
