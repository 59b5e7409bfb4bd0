/** Documents written for every model, read back by the emulator of that model, which complains about commands that the model lacks. */
import { describe, expect, it } from "vitest"
import { renderReceipt } from "../../../appliance/emulator/index.ts"
import { checkCharacters } from "../../../appliance/printing/encoding/check-characters.ts"
import {
  encodeDocument,
  encodeDrawer,
  findProfile,
  PROFILES,
  type PrinterProfile,
} from "../../../appliance/printing/index.ts"
import { buildPrintJob, seedTemplate } from "../../../protocol/print/build-print-job.ts"
import { samples, seeds } from "../../../protocol/print/seed-templates.ts"
import type { PaperWidth, PrintLine } from "../../../protocol/shapes/print-job.ts"

const DOCUMENTS = ["day_close", "receipt", "kitchen_ticket"] as const
const QR = "https://www.nfce.fazenda.sp.gov.br/qrcode?p=35260914200166000187650010000000071000000079|2|1|1|ABCDEF"

function linesOf(document: (typeof DOCUMENTS)[number], width: PaperWidth): readonly PrintLine[] {
  const { paper } = buildPrintJob({
    jobId: "0190a000-0000-7000-8000-000000000001",
    template: seedTemplate(seeds[document]),
    subject: { kind: "storeDay", countryCode: "BR", storeId: "s1", businessDayDate: "2026-11-21" },
    data: samples[document],
    manner: { locale: "pt-BR", currencyCode: "BRL", timeZone: "America/Sao_Paulo" },
    printer: { width },
    freshness: { fiscal: "none", isCancelled: false, asOf: "2026-11-22T04:12:00Z" },
  })
  return document === "receipt" ? [{ t: "qr", data: QR }, ...paper.lines] : paper.lines
}

function read(lines: readonly PrintLine[], profile: PrinterProfile) {
  const { width } = profile
  const encoded = encodeDocument(lines, { profile, codepage: null, width })
  if (!encoded.ok) throw new Error(encoded.reason)
  return renderReceipt(encoded.bytes, { width, profile })
}

describe.each(PROFILES)("$id", (profile) => {
  it.each(DOCUMENTS)("prints a %s as it was laid out, without an unknown command", (document) => {
    const lines = linesOf(document, profile.width)
    const { text, unknown } = read(lines, profile)
    expect(unknown).toEqual([])
    const rows = text.split("\n").map((row) => row.trim())
    const checked = checkCharacters(lines, { profile, codepage: null, width: profile.width })
    if (!checked.ok) throw new Error(checked.reason)
    for (const line of checked.lines) if ("s" in line) expect(rows).toContain(line.s.trim())
    if (document === "receipt") expect(text).toContain(profile.commands.qr === null ? "[picture " : `[QR ${QR}]`)
  })

  it("opens its drawer once, with the requested time where it takes one", () => {
    const bytes = encodeDrawer({ pin: 0, onMs: 120, offMs: 120 }, profile)
    if (profile.commands.drawer === null) return expect(bytes).toBeNull()
    const { pulses, unknown } = renderReceipt(bytes ?? new Uint8Array(0), { width: profile.width, profile })
    expect(unknown).toEqual([])
    expect(pulses).toMatchObject([{ pin: 0, ...(profile.commands.drawer.on && { onMs: 120 }) }])
  })
})

function play(id: string, hex: string) {
  return renderReceipt(Buffer.from(hex.replaceAll(" ", ""), "hex"), {
    width: 48,
    profile: findProfile(id) as PrinterProfile,
  })
}

it.each([
  ["elgin-vox", "1d286b0300315130", "GS ("],
  ["daruma-dr700", "1b40", "ESC @"],
  ["diebold-tsp-143", "1b6d", "ESC m"],
  ["bematech-mp-4200-th", "1b700032ff", "ESC p"],
  ["epson-tm-t88iii", "1d286b0300315130", "GS ("],
  ["generic-58", "1d5601", "GS V"],
  ["brother-esc-p", "1d5601", "GS V"],
  ["star-tsp100iv", "1b4c", "ESC L"],
])("%s complains about %s", (id, hex, name) => {
  expect(play(id, hex).unknown).toContain(name)
})

it("a Bematech reads the commands of the mode that was selected last", () => {
  const drawers = play("bematech-mp-4200-th", "1df92031 1b70003c3c 1df92030 1b7678")
  expect(drawers.pulses.map(({ onMs }) => onMs)).toEqual([120, 120])
  expect(drawers.unknown).toEqual([])
})

it("a Daruma ends wide letters with the line", () => {
  expect(play("daruma-dr700", "0e 41 0d0a 41 0d0a").svg.match(/scale\(2 1\)/g)).toHaveLength(1)
})
