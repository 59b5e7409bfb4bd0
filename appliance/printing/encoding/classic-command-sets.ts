/** Command sets of printers that use neither ESC/POS nor Star: older Elgin, Sweda, Daruma, Diebold. The data follow escpos-buffer. */
import type { DrawerJob } from "../../../protocol/shapes/print-job.ts"

type Bytes = readonly number[]

export interface ClassicCommandSet {
  /** The first bytes of every document. */
  readonly begin: Bytes
  readonly page: (number: number) => Bytes
  readonly bold: readonly [on: Bytes, off: Bytes]
  readonly wide: readonly [on: Bytes, off: Bytes]
  readonly tall: readonly [on: Bytes, off: Bytes]
  readonly align: (position: "left" | "center") => Bytes
  readonly cut: Bytes
  readonly drawer: (pulse: DrawerJob["pulse"]) => Bytes
  readonly qr: (data: Uint8Array, size: number) => Bytes
}

const ESC = 0x1b
const GS = 0x1d
const ASCII_0 = 0x30
/** The limits of the times in these commands. */
const ELGIN_ON_MS_MAX = 200
const ELGIN_ON_MS_MIN = 50
const DIEBOLD_HALF_MS_MAX = 65

const ELGIN: ClassicCommandSet = {
  begin: [ESC, 0x40],
  page: (number) => [ESC, 0x74, number],
  bold: [
    [ESC, 0x45],
    [ESC, 0x46],
  ],
  wide: [
    [ESC, 0x57, 1],
    [ESC, 0x57, 0],
  ],
  tall: [
    [ESC, 0x64, 1],
    [ESC, 0x64, 0],
  ],
  align: (position) => [ESC, 0x61, ASCII_0 + (position === "center" ? 1 : 0)],
  cut: [ESC, 0x6d],
  drawer: ({ onMs }) => [ESC, 0x76, Math.max(ELGIN_ON_MS_MIN, Math.min(onMs, ELGIN_ON_MS_MAX))],
  qr: (data, size) => [GS, 0x6f, 0, size, 0, 2, GS, 0x6b, 0x0b, 0x4d, 0x41, 0x2c, ...data, 0],
}

const DARUMA: ClassicCommandSet = {
  begin: [],
  page: (number) => [ESC, 0x74, number],
  bold: ELGIN.bold,
  wide: [[0x0e], [0x14]],
  tall: [
    [ESC, 0x77, 0x31],
    [ESC, 0x77, 0x30],
  ],
  align: (position) => [ESC, 0x6a, ASCII_0 + (position === "center" ? 1 : 0)],
  cut: [ESC, 0x6d],
  drawer: () => [ESC, 0x70],
  qr: (data, size) => {
    const length = data.length + 2
    return [ESC, 0x81, length & 0xff, length >> 8, Math.max(3, Math.min(size, 7)), 0x4d, ...data]
  },
}

const DIEBOLD: ClassicCommandSet = {
  ...ELGIN,
  begin: [],
  page: () => [],
  cut: [ESC, 0x77],
  drawer: ({ pin, onMs, offMs }) => {
    const halves = [onMs, offMs].map((ms) => Math.min(Math.trunc(ms / 2), DIEBOLD_HALF_MS_MAX))
    return [ESC, 0x26, ASCII_0 + pin, ...halves]
  },
}

export const CLASSIC = { elgin: ELGIN, daruma: DARUMA, diebold: DIEBOLD } as const
