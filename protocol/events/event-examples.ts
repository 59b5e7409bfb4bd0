/** An example of each event for the reference; a test checks each one against its schema. */
import { EVENTS, type EventType } from "./event-table.ts"

type Json = Record<string, unknown>

const STORE_ID = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01"
const ORDER_ID = "01a1ff43-dd00-735f-a08f-4e42d0f8c243"
const OPENED_AT = "2026-11-21T17:30:00.000Z"
const CHARGED_AT = "2026-11-21T17:31:02.114Z"
const STORE_REF = { storeId: STORE_ID, storeCode: "UIO-001" }

const TENDER = {
  transactionId: "t-1",
  status: "approved",
  amount: "65000",
  currencyCode: "USD",
  method: "CARD",
  occurredAt: CHARGED_AT,
}

const FISCAL_CONFIG = {
  environment: "SANDBOX",
  gateway: true,
  provider: "sandbox",
  points: [{ establishment: "001", emissionPoint: "001", side: "hub" }],
}

const OPENED: Json = {
  orderId: ORDER_ID,
  orderCode: "A-101",
  orderExternal: "web-1001",
  storeId: STORE_ID,
  stationId: null,
  anonymousCustomerId: null,
  customerId: "c-1",
  billingId: null,
  status: "OPEN",
  paymentStatus: "PENDING",
  channel: "WEB",
  businessDayDate: "2026-11-21",
  createdAt: OPENED_AT,
  updatedAt: OPENED_AT,
  completedAt: null,
  deletedAt: null,
  store: {
    id: STORE_ID,
    code: "UIO-001",
    name: "Acme Amazonas",
    vendorId: "acme.ec.quito",
    storeFiscalConfig: FISCAL_CONFIG,
  },
  customer: { uid: "c-1", name: "Ana", lastName: "Núñez" },
  billing: null,
  fulfillment: { method: "DELIVERY" },
  orderLines: [
    {
      lineId: "1",
      productId: "p-burger",
      name: "Hamburguesa clásica",
      quantity: 1,
      unitPrice: "65000",
      taxes: [{ code: "IVA", rate: "0.15", amount: "8478" }],
      modifiers: [],
      notes: "sin cebolla",
      stationCode: "grill",
      metadata: { fiscal: null },
    },
  ],
  totals: [{ code: "TOTAL", amount: "65000" }],
  paymentMethods: [],
  metadata: { order_id: "web-1001", channel: { code: "WEB" } },
  kitchen: null,
  aggregator: null,
  settlement: {
    status: "pending",
    origin: "ledger",
    paidSoFar: "0",
    total: "65000",
    currencyCode: "USD",
    tenderCount: 0,
    declinedCount: 0,
    amountMismatch: false,
    declaredMethods: [],
  },
  payments: { tenders: [], metadata: { fiscal: null } },
  fiscal: null,
  revision: 1,
  sequence: 1,
  currencyCode: "USD",
  lastKnown: { fiscal: null },
  fiscalRepresentation: null,
}

const COMPLETED: Json = {
  ...OPENED,
  status: "COMPLETED",
  paymentStatus: "SUCCEEDED",
  updatedAt: CHARGED_AT,
  completedAt: CHARGED_AT,
  paymentMethods: [{ method: "CARD", amount: "65000" }],
  settlement: { ...(OPENED.settlement as Json), status: "settled", paidSoFar: "65000", tenderCount: 1 },
  payments: { tenders: [TENDER], metadata: { fiscal: null } },
  sequence: 2,
}

const NUMBERED: Json = {
  documentNumber: "001-001-000000042",
  issuedAt: CHARGED_AT,
  authorizationMode: "ONLINE",
  numberingStatus: "GENERATED",
  environment: "SANDBOX",
  countryData: { establecimiento: "001", puntoEmision: "001", secuencial: "000000042", ambiente: "1" },
  compensates: null,
  history: [],
}

const brazilian = (status: string): Json => {
  const fiscal = {
    status,
    chaveAcesso: `${"35".padEnd(44, "1")}`,
    numero: "42",
    serie: "1",
    protocolo: "7",
    modelo: "65",
  }
  return {
    ...COMPLETED,
    sequence: 3,
    payments: { tenders: [TENDER], metadata: { fiscal } },
    lastKnown: { fiscal: { status, sourceEvent: "fiscal.callback" } },
    fiscal: {
      status,
      countryCode: "BR",
      company: { govIdType: "CNPJ", govIdNumber: "11222333000181", legalName: "Acme Ltda.", tradeName: "Acme" },
      store: { code: "UIO-001", name: "Acme Amazonas", govIdType: "CNPJ", govIdNumber: "11222333000181" },
      buyer: { isFinalConsumer: true, name: null, govIdType: null, govIdNumber: null },
      metadata: { docType: "nfce", chaveAcesso: fiscal.chaveAcesso, numero: "42", serie: "1" },
    },
  }
}

const COMPONENT: Json = { storeId: STORE_ID, componentId: "kiosk-1", kind: "kiosk" }

const MENU: Json = {
  ...STORE_REF,
  channel: "KIOSK",
  fulfillment: "DINE_IN",
  version: "5f1c0a7e",
  publicationId: "01a1ff43-dd00-735f-a08f-4e42d0f8c299",
  autoPublish: true,
  list: {
    listId: "lunch",
    listName: "Almuerzo",
    storeId: STORE_ID,
    storeName: "Acme Amazonas",
    channelId: "KIOSK",
    channelReferenceName: "Kiosk",
    fulfillmentType: "DINE_IN",
    timezone: "America/Guayaquil",
    currency: "USD",
  },
  categories: [
    {
      productCategoryId: "burgers",
      name: "Hamburguesas",
      assignedAt: OPENED_AT,
      productListing: [{ productId: "p-burger", position: 1 }],
    },
  ],
  products: [
    {
      productId: "p-burger",
      name: "Hamburguesa clásica",
      type: "PRODUCTO",
      active: true,
      priceInfo: { price: 6.5 },
      taxes: [],
      productModifiers: [],
    },
  ],
  modifierGroups: [],
}

const DATA: Readonly<Record<EventType, Json>> = {
  "order.opened": OPENED,
  "order.completed": COMPLETED,
  "order.cancelled": { ...OPENED, status: "CANCELLED", paymentStatus: "CANCELED", updatedAt: CHARGED_AT, sequence: 2 },
  "order.sent_to_kitchen": {
    ...COMPLETED,
    sequence: 3,
    dispatch: { eventId: "evt_4f1c09ab77d2", station: "grill", lineIds: ["1"] },
  },
  "order.sent_to_authority": { ...COMPLETED, sequence: 3, fiscalRepresentation: NUMBERED },
  "order.invoiced": brazilian("authorized"),
  "order.reversed": brazilian("cancelled"),
  "menu.updated": MENU,
  "product.updated": { productId: "p-burger", change: "changed" },
  "product.price_updated": { productId: "p-burger", prices: { lunch: "6.50" } },
  "product.availability_changed": { ...STORE_REF, productId: "p-burger", available: false, until: null },
  "channel.updated": { channel: "KIOSK" },
  "webhook.test": { endpoint: "erp" },
  "component.down": COMPONENT,
  "component.recovered": COMPONENT,
  "component.degraded": COMPONENT,
}

/** The example with its envelope. */
export function eventExample(type: EventType): Json {
  const event = { id: "evt_4f1c09ab77d2", type, version: EVENTS[type].version, occurredAt: CHARGED_AT }
  return { event, accountId: "acme", vendorId: "acme.ec.quito", data: DATA[type] }
}
