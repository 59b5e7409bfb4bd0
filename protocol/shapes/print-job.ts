/** The print job (`print.v1`): lines laid out for one paper width (docs/contract/printing.md#print-job). */
import Type, { type Static } from "typebox"
import { personal } from "./privacy.ts"
import { oneOf } from "./scalars.ts"

const COPIES_MAX = 5

/** Kinds of text that must not be transliterated: if the printer lacks a character, the job is refused. */
export const Guard = Type.Union([Type.Literal("money"), Type.Literal("tax_id"), Type.Literal("fiscal")])
export type Guard = Static<typeof Guard>

/** `double` is twice as wide and high (half the columns), `wide` only twice as wide, `tall` only twice as high. */
export const TextSize = Type.Union([Type.Literal("double"), Type.Literal("wide"), Type.Literal("tall")])
export type TextSize = Static<typeof TextSize>

const Align = Type.Union([Type.Literal("left"), Type.Literal("center"), Type.Literal("right")])

/** A receipt names its buyer. */
const Printed = personal(Type.String())

/** A row of text. `s` is the whole row including spaces. */
const TextLine = Type.Object({
  t: Type.Literal("text"),
  s: Printed,
  bold: Type.Optional(Type.Boolean()),
  size: Type.Optional(TextSize),
  guard: Type.Optional(Guard),
  /** Prints this row in this code page without a check, for the ticket with which a person finds a printer's code page. */
  codePage: Type.Optional(Type.String()),
})

/** A row of several columns: `s` is the laid-out row, `cells` holds the text of each column. */
const ColumnsLine = Type.Object({
  t: Type.Literal("columns"),
  s: Printed,
  cells: Type.Array(Type.Object({ s: Printed, align: Type.Optional(Align), guard: Type.Optional(Guard) })),
  bold: Type.Optional(Type.Boolean()),
})

const RuleLine = Type.Object({ t: Type.Literal("rule"), ch: Type.String(), s: Type.String() })
const FeedLine = Type.Object({ t: Type.Literal("feed"), n: Type.Integer({ minimum: 1, maximum: 20 }) })

const QrLine = Type.Object({
  t: Type.Literal("qr"),
  data: Printed,
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 8 })),
  guard: Type.Optional(Guard),
})

const BarcodeLine = Type.Object({
  t: Type.Literal("barcode"),
  data: Printed,
  symbology: Type.Union([Type.Literal("code128"), Type.Literal("ean13"), Type.Literal("itf")]),
  height: Type.Optional(Type.Integer({ minimum: 20, maximum: 200 })),
})

/** A black and white image: `bits` in base64, row by row, 8 dots per byte, 1 is black. */
const ImageLine = Type.Object({
  t: Type.Literal("image"),
  width: Type.Integer({ minimum: 8, maximum: 576 }),
  height: Type.Integer({ minimum: 1, maximum: 2000 }),
  bits: Type.String(),
})

const CutLine = Type.Object({ t: Type.Literal("cut") })

export const PrintLine = Type.Union([
  TextLine,
  ColumnsLine,
  RuleLine,
  FeedLine,
  QrLine,
  BarcodeLine,
  ImageLine,
  CutLine,
])
export type PrintLine = Static<typeof PrintLine>

export const PaperWidth = Type.Union([Type.Literal(32), Type.Literal(42), Type.Literal(48)])
export type PaperWidth = Static<typeof PaperWidth>

/** Documents that have a template. */
export const PAPER_DOCUMENTS = [
  "day_close",
  "receipt",
  "kitchen_ticket",
  "cancellation_slip",
  "refund_slip",
  "shift_slip",
  "kiosk_locator",
  "test_page",
  "code_pages",
] as const

export const PaperDocument = oneOf(...PAPER_DOCUMENTS)
export type PaperDocument = Static<typeof PaperDocument>

const inStore = { countryCode: Type.Union([Type.String(), Type.Null()]), storeId: Type.String() }

const StoreDay = Type.Object({ kind: Type.Literal("storeDay"), ...inStore, businessDayDate: Type.String() })

/** What the document is about. */
export const PrintSubject = Type.Union([
  StoreDay,
  Type.Object({ kind: Type.Literal("order"), ...inStore, orderId: Type.String() }),
  Type.Object({ kind: Type.Literal("refund"), ...inStore, orderId: Type.String(), refundId: Type.String() }),
  /** Lines of an order that were sent to one kitchen station; `eventId` is that of their dispatch. */
  Type.Object({
    kind: Type.Literal("batch"),
    ...inStore,
    orderId: Type.String(),
    eventId: Type.String(),
    station: Type.String(),
  }),
  Type.Object({ kind: Type.Literal("shift"), ...inStore, sessionExternalId: Type.String() }),
  Type.Object({ kind: Type.Literal("printer"), ...inStore, printerId: Type.String() }),
])
export type PrintSubject = Static<typeof PrintSubject>

export const PrintWarning = Type.Union([
  Type.Literal("TEMPLATE_FELL_BACK_TO_SEED"),
  Type.Literal("TEMPLATE_UNREADABLE"),
  Type.Literal("TEMPLATE_VERSION_AMBIGUOUS"),
])
export type PrintWarning = Static<typeof PrintWarning>

export const PrintTemplateRef = Type.Object({
  source: Type.Union([Type.Literal("seed"), Type.Literal("country"), Type.Literal("account")]),
  templateId: Type.Union([Type.String(), Type.Null()]),
  version: Type.Integer({ minimum: 1 }),
  contentHash: Type.String(),
})
export type PrintTemplateRef = Static<typeof PrintTemplateRef>

export const PrintFreshness = Type.Object({
  fiscal: Type.Union([
    Type.Literal("none"),
    Type.Literal("pending"),
    Type.Literal("contingency"),
    Type.Literal("authorized"),
  ]),
  isCancelled: Type.Boolean(),
  asOf: Type.Union([Type.String(), Type.Null()]),
  fingerprint: Type.String(),
})
export type PrintFreshness = Static<typeof PrintFreshness>

export const PrintJob = Type.Object({
  contract: Type.Literal("print.v1"),
  jobId: Type.String({ format: "uuid" }),
  document: PaperDocument,
  subject: PrintSubject,
  template: PrintTemplateRef,
  paper: Type.Object({
    width: PaperWidth,
    charset: Type.Union([Type.Literal("windows-1252"), Type.Literal("utf-8")]),
    copies: Type.Integer({ minimum: 1, maximum: COPIES_MAX }),
    lines: Type.Array(PrintLine),
    plainText: Printed,
  }),
  freshness: PrintFreshness,
  warnings: Type.Array(PrintWarning),
})
export type PrintJob = Static<typeof PrintJob>

/** A day close: its subject is a store's day, and it has no fiscal document. */
export const DayClosePrintJob = Type.Object({
  ...PrintJob.properties,
  document: Type.Literal("day_close"),
  subject: StoreDay,
  freshness: Type.Object({
    ...PrintFreshness.properties,
    fiscal: Type.Literal("none"),
    isCancelled: Type.Literal(false),
  }),
})
export type DayClosePrintJob = Static<typeof DayClosePrintJob>

/** Opens the cash drawer through its printer. A job of its own, because a drawer also opens when nothing is printed. */
export const DrawerJob = Type.Object({
  contract: Type.Literal("drawer.v1"),
  jobId: Type.String({ format: "uuid" }),
  document: Type.Literal("drawer"),
  reason: Type.String({ minLength: 1, maxLength: 60 }),
  operatorUid: Type.Union([Type.String(), Type.Null()]),
  pulse: Type.Object({
    pin: Type.Union([Type.Literal(0), Type.Literal(1)]),
    onMs: Type.Integer({ minimum: 2, maximum: 510 }),
    offMs: Type.Integer({ minimum: 2, maximum: 510 }),
  }),
})
export type DrawerJob = Static<typeof DrawerJob>
