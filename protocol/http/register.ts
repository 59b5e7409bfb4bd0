/** The cashier page's endpoints beside the public API: day, shift, drawer, menu (docs/contract/screens.md#cashier). */
import Type from "typebox"
import { BusinessDay, DayDates } from "../shapes/business-day.ts"
import { CashReason, CashReconciliation, WithdrawalCategory } from "../shapes/cash-close.ts"
import { StoreMenu } from "../shapes/menu.ts"
import { MoneyToReturn } from "../shapes/money-to-return.ts"
import { OrderStatus } from "../shapes/order.ts"
import { PaymentInDoubt } from "../shapes/payment-in-doubt.ts"
import { personal, secret } from "../shapes/privacy.ts"
import { PrinterStatus } from "../shapes/queued-print-job.ts"
import { CurrencyCode, Instant, LocalDate, nullable, oneOf, ScaledText, ShortText, Uuid } from "../shapes/scalars.ts"
import { DrawerOpening, OtherFloat, Shift } from "../shapes/shift.ts"
import { StoreSummary } from "../shapes/store.ts"
import { TenderRequest } from "../shapes/tender.ts"
import { endpoint } from "./endpoint.ts"

const DENOMINATIONS_MAX = 40
const CURRENCIES_MAX = 5

const Cash = Type.Number({ minimum: 0 })
const ShiftRef = Type.Object({ shiftId: Uuid })

const Counted = Type.Array(
  Type.Object({ denomination: Type.Number({ exclusiveMinimum: 0 }), count: Type.Integer({ minimum: 0 }) }),
  { maxItems: DENOMINATIONS_MAX },
)

/** The reconciliation in the shift's own currency, with those in other currencies in `others`. */
const ShiftClose = Type.Object({ ...CashReconciliation.properties, others: Type.Array(CashReconciliation) })

const OrderSummary = Type.Object({
  id: Uuid,
  orderCode: Type.String(),
  channel: Type.String(),
  status: OrderStatus,
  total: ScaledText,
  currencyCode: CurrencyCode,
  paid: Type.Boolean(),
  createdAt: Instant,
  /** The id under which the order was created; cancelling needs it. */
  externalId: Type.String(),
  /** What is called out instead of the code: a name or a buzzer's number. */
  locator: personal(nullable(Type.String())),
  buyer: personal(nullable(Type.String())),
  /** Whether it was dispatched to the kitchen. */
  atKitchen: Type.Boolean(),
  /** For an open order: tenders that were taken beside a failed payment and are not recorded yet. */
  taken: Type.Optional(Type.Array(TenderRequest)),
})

export const readToday = endpoint({
  name: "register.today",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/today",
  scope: "store:register",
  replies: {
    200: Type.Object({
      now: Instant,
      store: StoreSummary,
      day: nullable(BusinessDay),
      dates: DayDates,
      /** The open shift of the calling device. */
      shift: nullable(Shift),
      /** Currencies to count in its drawer: its own, and others that it holds or took. */
      drawerCurrencies: Type.Array(CurrencyCode),
      /** The float that the previous shift left in this drawer. */
      handover: nullable(Type.Object({ amount: Cash, currency: CurrencyCode, from: Type.String(), at: Instant })),
      openShifts: Type.Array(Shift),
      openOrders: Type.Array(OrderSummary),
      recentOrders: Type.Array(OrderSummary),
      /** Codes of open orders whose payment link was paid with an amount that does not fit. */
      ordersInDoubt: Type.Array(Type.String()),
      /** Payments with an unknown outcome, at any register of the store. */
      tendersInDoubt: Type.Array(PaymentInDoubt),
      /** Money of cancelled orders that is still to be refunded to guests. */
      moneyToReturn: Type.Array(MoneyToReturn),
      /** Changes whenever the menu or a product's availability changes. */
      menuMark: Type.String(),
      hub: Type.Object({
        claimed: Type.Boolean(),
        link: oneOf("up", "down"),
        /** True if another box replaced this one, which then no longer sells. */
        replaced: Type.Boolean(),
        /** Changes that the hub has not acknowledged yet. */
        unsent: Type.Integer({ minimum: 0 }),
        lastAckAt: nullable(Instant),
      }),
      printers: Type.Array(PrinterStatus),
      /** Tickets that each kitchen station with a screen should show now. */
      kitchen: Type.Array(Type.Object({ station: Type.String(), expected: Type.Integer({ minimum: 0 }) })),
    }),
  },
  refusals: [],
  summary: "Reads everything that the cashier's page shows of the day.",
  section: "screens.md#cashier",
})

export const readMenu = endpoint({
  name: "register.menu",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/menu",
  scope: "store:register",
  replies: {
    200: Type.Object({
      ...StoreMenu.properties,
      /** Reasons for declined cards, from the account's catalogue. */
      declineReasons: Type.Array(Type.Object({ code: Type.String(), group: Type.String() })),
      /** Methods that the guest pays by a link on their own phone. */
      linkMethods: Type.Optional(Type.Array(Type.String())),
    }),
  },
  refusals: ["NOT_FOUND"],
  summary: "Reads the register's menu and its payment methods.",
  section: "screens.md#cashier-sells",
})

export const openDay = endpoint({
  name: "register.openDay",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/days",
  scope: "store:register",
  repeatable: true,
  body: Type.Object({
    /** One of `dates.next` of `register.today`. Optional while hub and local date agree and the date is not closed. */
    businessDayDate: Type.Optional(LocalDate),
  }),
  replies: { 201: BusinessDay },
  refusals: ["VALIDATION_ERROR", "CONFLICT"],
  summary: "Opens the store's business day.",
  section: "cash.md#business-day",
})

export const openShift = endpoint({
  name: "register.openShift",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/shifts",
  scope: "store:register",
  repeatable: true,
  body: Type.Object({
    /** Made by the page: a repeated request opens the shift once. */
    shiftId: Uuid,
    operatorUid: ShortText,
    operatorName: personal(ShortText),
    currency: CurrencyCode,
    openingBalance: Cash,
    otherFloats: Type.Optional(Type.Array(OtherFloat, { maxItems: CURRENCIES_MAX })),
  }),
  replies: { 200: Shift, 201: Shift },
  refusals: ["VALIDATION_ERROR", "CONFLICT"],
  summary: "Opens the cashier's shift with its float; one open shift per register.",
  section: "screens.md#shift-of-a-cashier",
})

export const withdrawCash = endpoint({
  name: "register.withdraw",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/shifts/:shiftId/withdrawals",
  scope: "store:register",
  repeatable: true,
  role: "supervisor",
  params: ShiftRef,
  body: Type.Object({
    withdrawalId: Uuid,
    amount: Type.Number({ exclusiveMinimum: 0 }),
    currency: Type.Optional(CurrencyCode),
    category: WithdrawalCategory,
    authorizerName: Type.Optional(personal(Type.String({ maxLength: 200 }))),
    notes: Type.Optional(personal(Type.String({ maxLength: 500 }))),
  }),
  replies: { 200: Shift, 201: Shift },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Records a withdrawal from the drawer, such as a safe drop or a pay-out, and opens the drawer.",
  section: "screens.md#shift-of-a-cashier",
})

export const closeShift = endpoint({
  name: "register.closeShift",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/shifts/:shiftId/close",
  scope: "store:register",
  repeatable: true,
  role: "cashier",
  params: ShiftRef,
  body: Type.Object({
    counted: Counted,
    /** The counts of other currencies in the drawer. */
    others: Type.Optional(
      Type.Array(Type.Object({ currency: CurrencyCode, counted: Counted }), { maxItems: CURRENCIES_MAX }),
    ),
    reason: CashReason,
    notes: Type.Optional(personal(Type.String({ maxLength: 2000 }))),
    authorizationTokenId: Type.Optional(secret(Uuid)),
  }),
  replies: { 200: ShiftClose, 201: ShiftClose },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Closes the shift by a blind count: only the answer contains the expected amount.",
  section: "screens.md#shift-of-a-cashier",
})

export const openDrawer = endpoint({
  name: "register.openDrawer",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/drawer",
  scope: "store:register",
  role: "supervisor",
  body: Type.Object({ reason: ShortText }),
  replies: { 202: Type.Object({ jobId: Uuid }) },
  refusals: ["CONFLICT"],
  summary: "Opens the cash drawer and records the reason.",
  section: "screens.md#shift-of-a-cashier",
})

export const listDrawer = endpoint({
  name: "register.drawer",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/drawer",
  scope: "store:register",
  replies: { 200: Type.Object({ openings: Type.Array(DrawerOpening) }) },
  refusals: [],
  summary: "Lists the latest openings of the drawer: reason, person, and whether it opened.",
  section: "screens.md#shift-of-a-cashier",
})
