/** A USB printer through the kernel's device file (`/dev/usb/lp0`), which needs no driver and no native module. */
import { constants, type FileHandle, open } from "node:fs/promises"
import type { Link, LinkEvents } from "./transport.ts"

const PACE = { chunkBytes: 4096, restMs: 10 }
const READ_BYTES = 256
/** The device file gives no event when a reply arrives, so it is polled. The kernel keeps the reply until then. */
const READ_EVERY_MS = 20
const GONE_CODES = new Set(["EIO", "ENODEV", "ENXIO", "EBADF"])

export async function openDeviceFile(address: { path: string }, events: LinkEvents): Promise<Link> {
  const file = await open(address.path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY).catch((error) => {
    throw new Error(`${address.path} cannot be opened (${codeOf(error)})`)
  })
  let isOpen = true
  let stopReading: () => void = () => undefined
  const close = async (reason: string) => {
    if (!isOpen) return
    isOpen = false
    stopReading()
    await file.close().catch(() => undefined)
    events.onClose(reason)
  }
  stopReading = pollReplies(file, events, () => void close("the device is gone"))
  return {
    pace: PACE,
    write: (bytes) => writeAll(file, bytes, () => isOpen),
    close: () => close("closed"),
  }
}

function pollReplies(file: FileHandle, events: LinkEvents, onGone: () => void): () => void {
  let isOn = true
  const readOnce = async () => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, null)
    if (isOn && bytesRead > 0) events.onData(buffer.subarray(0, bytesRead))
  }
  const timer = setInterval(() => {
    readOnce().catch((error) => {
      if (isOn && GONE_CODES.has(codeOf(error))) onGone()
    })
  }, READ_EVERY_MS)
  return () => {
    isOn = false
    clearInterval(timer)
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, isOpen: () => boolean): Promise<void> {
  let rest = bytes
  while (rest.length > 0) {
    if (!isOpen()) throw new Error("the device is gone")
    try {
      const { bytesWritten } = await file.write(rest)
      rest = rest.subarray(bytesWritten)
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error
      await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS))
    }
  }
}

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error)
}
