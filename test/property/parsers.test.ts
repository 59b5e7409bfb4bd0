/** What comes from outside as bytes or text, drawn by chance or bent by one place: read or refused, never thrown over, never without end. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readPrinterSpec } from "../../appliance/printing/discovery/read-printer-spec.ts"
import { createReplyReader, type Reply } from "../../appliance/printing/session/read-replies.ts"
import { createStarReader } from "../../appliance/printing/session/read-star-replies.ts"
import { createSandboxAdapter } from "../../hub/payments/providers/sandbox/adapter.ts"
import { SIGNATURE_HEADER, sign } from "../../hub/payments/providers/sandbox/sign.ts"
import { readProvisioning } from "../../hub/tenants/read-provisioning.ts"
import { cloudChannels } from "../../protocol/mqtt/cloud.ts"
import { lanChannels } from "../../protocol/mqtt/lan.ts"
import { readChangeNotice, readChanges } from "../../protocol/mqtt/lan-changes.ts"
import { buildPrintJob } from "../../protocol/print/build-print-job.ts"
import { layOut } from "../../protocol/print/lay-out.ts"
import { samples, seeds } from "../../protocol/print/seed-templates.ts"
import type { Template } from "../../protocol/print/template.ts"
import { templateFaults } from "../../protocol/print/template-faults.ts"
import { lineOfPath } from "../../protocol/rules/requests/json-lines.ts"
import { readManifest } from "../../protocol/rules/updates/update-manifest.ts"
import { newHubStoreState, stepHub } from "../../protocol/sync/hub-side.ts"
import type { Down, Pull, Up } from "../../protocol/sync/messages.ts"
import { isMoment } from "../../protocol/time.ts"
import { createManualClock } from "../../runtime/clock.ts"
import { createAccessTokens } from "../../runtime/http/access-token.ts"
import { createGuardedClient } from "../../runtime/http/guarded-client.ts"
import { gzipMessage, unpackMessage } from "../../runtime/mqtt/gzip-message.ts"
import { createValidator } from "../../runtime/validate.ts"
import { testTenants } from "../kit/tenants.ts"
import { bent } from "./bent.ts"
import { hold } from "./hold.ts"

const UNPACKED_MAX = 2_000
const NOW = "2026-11-21T18:00:00.000Z"
const EPOCH = "epoch-00000001"
const OP = { seq: 1, mark: "m1", kind: "cash.closed", at: NOW, body: { a: [1] }, skewMs: 4 }
const LINE = { epoch: EPOCH, previous: { epoch: "epoch-00000000", last: 3, carried: 1 } }
const WORD = { epoch: EPOCH, standing: "current", current: EPOCH, applied: 1, mark: "m1" }
/** One good message of each channel. */
const MESSAGES: Readonly<Record<string, object>> = {
  up: { ...LINE, told: { made: 4, acked: 2 }, from: 1, to: 1, mark: null, ops: [OP] },
  ack: { ...WORD, re: 1 },
  pull: { ...LINE, after: 0, mark: null, session: 1, id: 1 },
  down: { ...WORD, re: 1, after: 0, head: 1, ops: [OP], session: 1, hubTime: Date.parse(NOW) },
  poke: { head: 4 },
  command: { requestId: "r-1", hubId: "h-1", deadline: 7, epoch: EPOCH, after: 0, kind: "endpoint", body: {} },
  reply: { requestId: "r-1", epoch: EPOCH, head: 4, answer: { status: 200 } },
  state: { session: 1, online: true, epoch: EPOCH },
  changed: { what: "orders", seq: 1, boot: "b-1" },
  beat: { online: true, at: NOW, page: "/pos", version: "1.0.0", shown: 4 },
}

const bytes = fc.uint8Array({ maxLength: 200 })
/** Random bytes, random text, and texts that are nearly what they should be. */
const texts = (good: unknown) =>
  fc.oneof(
    fc.string({ unit: "binary" }),
    bent(good).map((value) => JSON.stringify(value) ?? ""),
  )

describe("messages of MQTT", () => {
  const all = [...cloudChannels, ...lanChannels].map((channel) => [channel.name, channel] as const)

  it.each(all)("%s is read or rejected", (name, channel) => {
    const good = MESSAGES[name.split(".").at(-1) ?? ""]
    expect(channel.decode(JSON.stringify(good)), `a good ${name}`).toMatchObject({ ok: true })
    hold(
      fc.property(fc.oneof(bytes, texts(good)), (payload) => {
        const heard = channel.decode(payload)
        expect(heard.ok || heard.reason.length > 0).toBe(true)
      }),
      40,
    )
  })

  it("that were read have only numbers that a database can store", () => {
    const [up, , pull] = cloudChannels
    const sent = fc.array(fc.tuple(fc.boolean(), bent(MESSAGES.up), bent(MESSAGES.pull)), { maxLength: 6 })
    hold(
      fc.property(sent, (messages) => {
        let state = newHubStoreState("s1")
        for (const [isUp, batch, asked] of messages) {
          const heard = isUp ? up.decode(JSON.stringify(batch) ?? "") : pull.decode(JSON.stringify(asked) ?? "")
          if (!heard.ok) continue
          const input = isUp
            ? { is: "up" as const, message: heard.message as Up }
            : { is: "pull" as const, message: heard.message as Pull, markAt: null }
          state = stepHub(state, input, Date.parse(NOW)).state
          const { downAcked, downOffered, session, reported: told, current } = state
          const kept = [downAcked, downOffered, session, told?.made ?? 0, told?.acked ?? 0, current?.applied ?? 0]
          expect(kept.every(Number.isSafeInteger), String(kept)).toBe(true)
          for (const text of [current?.epoch, current?.mark]) expect(text ?? "").toMatch(/^[ -~]*$/)
        }
      }),
    )
  })

  it("have only moments that a date can represent", () => {
    const [, , , down] = cloudChannels
    for (const hubTime of [1e300, 8.64e15 + 1, -1e21, 0.5]) {
      expect(down.decode(JSON.stringify({ ...MESSAGES.down, hubTime } satisfies Partial<Down>)).ok).toBe(false)
    }
  })
})

describe("a compressed message", () => {
  it("is unpacked or rejected, and never exceeds the limit", () => {
    const packed = texts(MESSAGES.up).map((text) => gzipMessage(text))
    const broken = fc.tuple(packed, fc.nat(), fc.nat({ max: 255 })).map(([whole, at, byte]) => {
      const bytes = Uint8Array.from(whole)
      bytes[at % bytes.length] = byte
      return bytes.subarray(0, 1 + (at % (2 * bytes.length)))
    })
    const nearly = bytes.map((rest) => Uint8Array.of(0x1f, 0x8b, 8, ...rest))
    hold(
      fc.property(fc.oneof(bytes, packed, broken, nearly), (sent) => {
        expect(unpackMessage(sent, UNPACKED_MAX)?.length ?? 0).toBeLessThanOrEqual(Math.max(UNPACKED_MAX, sent.length))
      }),
    )
    expect(unpackMessage(gzipMessage("x".repeat(UNPACKED_MAX + 1)), UNPACKED_MAX)).toBeNull()
  })
})

describe("a printer's reply", () => {
  it.each([
    ["ESC/POS", createReplyReader],
    ["Star", createStarReader],
  ])("of %s is the same in any slices of its bytes", (_, create) => {
    hold(
      fc.property(bytes, fc.array(fc.nat({ max: 200 }), { maxLength: 5 }), (sent, cuts) => {
        const marks = [0, ...cuts.map((at) => Math.min(at, sent.length)).sort((a, b) => a - b), sent.length]
        const heard = (parts: readonly Uint8Array[]) => {
          const replies: Reply[] = []
          const read = create((reply) => replies.push(reply))
          for (const part of parts) read(part)
          return replies
        }
        const whole = heard([sent])
        expect(whole.length).toBeLessThanOrEqual(sent.length)
        expect(heard(marks.slice(1).map((to, n) => sent.subarray(marks[n], to)))).toEqual(whole)
      }),
    )
  })
})

describe("a payment provider's report", () => {
  it("is accepted completely or rejected, even with a valid signature", () => {
    const client = createGuardedClient({ allowPrivate: false })
    const { readWebhook = () => null } =
      createSandboxAdapter({ url: "http://127.0.0.1:1", secret: "s", client }).links ?? {}
    const good = { id: "e-1", type: "payment.approved", payment: "p-1", key: "a-1", at: NOW, message: "ok" }
    hold(
      fc.property(
        fc.oneof(
          bytes,
          texts(good).map((text) => new TextEncoder().encode(text)),
        ),
        (body) => {
          const signature = sign(body, "s")
          const heard = readWebhook({
            bytes: body,
            header: (name) => (name === SIGNATURE_HEADER ? signature : undefined),
          })
          if (heard === null) return
          expect(isMoment(heard.at) && heard.at.length === NOW.length, heard.at).toBe(true)
          expect([typeof heard.eventId, typeof heard.reference]).toEqual(["string", "string"])
          expect(readWebhook({ bytes: body, header: () => `${signature.slice(0, -1)}x` })).toBeNull()
        },
      ),
    )
  })
})

describe("files", () => {
  const validator = createValidator()
  const example = JSON.parse(testTenants())

  it("of provisioning are accepted, or every fault has a line", () => {
    hold(
      fc.property(texts(example), (text) => {
        const read = readProvisioning(text, validator)
        if (read.ok || read.faults[0]?.message.startsWith("is not JSON")) return
        const lines = text.split("\n").length
        for (const { path } of read.faults) expect(lineOfPath(text, path)).toBeLessThanOrEqual(lines)
      }),
      60,
    )
  })

  it("of templates are rejected, or print a document that ends", () => {
    const names = ["receipt", "day_close", "kitchen_ticket"] as const
    const drawn = fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), bent(seeds[name])))
    hold(
      fc.property(drawn, ([name, body]) => {
        if (templateFaults(body).length > 0) return
        const { paper } = buildPrintJob({
          jobId: "0190a000-0000-7000-8000-000000000001",
          template: {
            source: "account",
            templateId: "t",
            body: { ...(body as Template), document: name },
            warnings: [],
          },
          subject: { kind: "storeDay", countryCode: "EC", storeId: "s1", businessDayDate: "2026-11-21" },
          data: samples[name],
          manner: { locale: "es-EC", currencyCode: "USD", timeZone: "America/Guayaquil" },
          printer: { width: 42 },
          freshness: { fiscal: "none", isCancelled: false, asOf: null },
        } as never)
        expect(paper.lines.length).toBeLessThanOrEqual(5_000)
      }),
      100,
    )
  })

  it("of templates with nested lists end", () => {
    const lists = Array.from({ length: 5 }).reduce<Template["blocks"]>(
      (blocks) => [{ t: "each", of: "lines", as: "line", blocks }],
      [],
    )
    const paper = { width: 42, manner: { locale: "es-EC", currencyCode: "USD", timeZone: "UTC" } } as const
    expect(() => layOut(lists, { lines: Array(1_000).fill(1) }, paper)).toThrow(/more than 50000 steps/)
  })
})

describe("short texts", () => {
  const tokens = createAccessTokens({ secretKey: Buffer.alloc(32), clock: createManualClock(NOW) })
  const token = tokens.issue({ subject: "c-1", stamp: "s" } as never)
  const READERS: Readonly<Record<string, (text: string) => unknown>> = {
    "an access token": (text) => tokens.read(text),
    "an access token, nearly": (text) => tokens.read(token.replace(/.{3}$/, text)),
    "a printer's address": readPrinterSpec,
    "a printer's address, nearly": (text) =>
      readPrinterSpec(`tcp://host:9100?profile=${text}&backup=${text}&name=%${text}`),
    "a printer's path": (text) => readPrinterSpec(`serial:///dev/%${text}`),
    "a nudge": readChangeNotice,
    "a count of changes": readChanges,
    "a moment": isMoment,
    "a new version's manifest": readManifest,
  }

  it.each(Object.entries(READERS))("%s is read or rejected", (_, read) => {
    hold(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => void read(text)),
      150,
    )
  })
})
