/** Every detail of the audit entries of box and hub has a message in each language, and no id is shown. */
import { describe, expect, it, test } from "vitest"
import { MESSAGES as MANAGE } from "../../appliance/ui/manage/messages/index.ts"
import { MESSAGES as DASHBOARD } from "../../hub/ui/dashboard/messages/index.ts"
import { USER_ACTIONS, type UserAction } from "../../protocol/http/admin/audit.ts"
import { AUDITED, type Audited } from "../../protocol/rules/users/staff-roles.ts"
import { CONFLICT_CODES, type ConflictReason } from "../../protocol/shapes/conflict.ts"
import { detailCodes, detailWords } from "../../ui/detail-words.ts"
import { type Catalogue, LANGUAGES, type Language, translate } from "../../ui/translate.ts"

type Detail = Readonly<Record<string, unknown>>

const AN_ID = "d9a83363-0000-7000-8000-000000000001"
const AT = "2026-11-21T18:00:00.000Z"
const A_SCREEN = { kind: "kds_station", name: "Parrilla", station: "grill" }

function words(detail: Detail, catalogue: Catalogue, language: Language = "en"): string {
  const message = (key: string, value = "") => (catalogue[key] ? translate(catalogue[key], language, { value }) : null)
  return detailWords(detail, { message, moment: (iso) => iso.slice(0, 10) })
}

/** Details that the box records, apart from those that `auditWords` words itself. */
const OF_BOX: Readonly<Record<Audited, Detail>> = {
  "drawer.open": {},
  "drawer.withdraw": {},
  "order.cancel": {},
  "order.changed-twice": {},
  "order.conflict": { what: "payment", why: "The order is COMPLETED." },
  "order.conflict-resolved": { what: "cancellation", note: "the guest was called" },
  "tender.resolve": {},
  "tender.return": { transactionId: "t-1" },
  "refund.sale": { note: "Cold food" },
  "refund.record": { source: "drawer", note: "paid back at the counter" },
  "cash.approve": {},
  "shift.open": {},
  "shift.close": {},
  "day.open": {},
  "day.close": {},
  "kitchen.override": {},
  "paper.reprint": {},
  "spool.resolve": { as: "reprint" },
  "spool.move": { printerId: "kitchen" },
  "printer.change": { printerId: "kitchen", line: 3 },
  "parked.settle": { as: "dismiss" },
  "device.pair": A_SCREEN,
  "device.paired": A_SCREEN,
  "device.code-refused": { address: "10.0.0.7" },
  "device.change": { name: "Parrilla", station: "grill" },
  "device.revoke": { kind: "pos", name: "Caja 1" },
  "staff.create": { id: AN_ID, role: "cashier" },
  "staff.change": { id: AN_ID, name: "Ana", role: "manager", active: false, pin: "changed" },
  "staff.sign-in": { purpose: "authorise" },
  "staff.sign-out": {},
  "staff.pin-refused": { wrong: 2 },
  "drill.start": { minutes: 5 },
  "drill.end": {},
  "drill.over": { startedAt: AT, endsAt: AT, ordersSold: 2, printed: 3, queued: 4, catchUpSeconds: 1.5 },
  "update.now": {},
  "update.over": { from: "1.0.0", to: "1.1.0", at: AT },
  "box.restored": { backup: "box-1.db", madeAt: AT, salvaged: 3 },
  "box.promoted": { by: "Ana", isOff: true, steppedDown: false, hubTold: true },
  "standby.joined": { address: "10.0.0.7" },
  "clock.jumped": { byMs: -7_200_000 },
  "box.copied": {},
  "fiscal.skipped": { sequence: "EC/1790012344001/001-002/01/SANDBOX", from: 4, to: 1_003 },
}

const OF_PEOPLE: Readonly<Record<UserAction, Detail>> = {
  "attention.replay": { vendorId: "acme.ec.quito" },
  "attention.dismiss": { vendorId: "acme.ec.quito", note: "given back" },
  "attention.void": { vendorId: "acme.ec.quito" },
  "attention.record": { vendorId: "acme.ec.quito", note: "bank transfer 77" },
  "boxes.claim": { storeId: AN_ID, replaced: true, version: "1.0.0" },
  "clients.create": { vendorId: "acme.ec.quito", username: "till" },
  "clients.rotate": { overlapHours: 24, after: "till-2" },
  "clients.revoke": {},
  "keys.create": { vendorId: "acme.ec.quito", scopes: ["orders:read"], expiresAt: AT },
  "keys.rotate": { overlapHours: 24, before: "k-1", after: "k-2" },
  "keys.revoke": {},
  "menus.publish": {
    storeId: AN_ID,
    channel: "POS",
    fulfillmentType: "DELIVERY",
    stores: true,
    publicationId: AN_ID,
    menus: 2,
  },
  "menus.release": { publicationId: AN_ID, failed: 2 },
  "methods.set": { store: "UIO-001", key: "terminal", level: "device", deviceId: "pos-1", set: true },
  "people.invite": { role: "owner", vendorIds: ["acme.ec.quito"] },
  "people.link": {},
  "people.change": { name: "Ana", role: "read-only", vendorIds: null },
  "people.disable": { disabled: true },
  "people.enable": { disabled: false },
  "provisioning.apply": { changes: 4 },
  "session.sign-in": {},
  "session.use-link": {},
  "session.change-password": {},
  "session.sign-out": {},
  "session.sign-out-everywhere": {},
  "updates.halt": { vendorIds: ["acme.ec.quito"] },
  "updates.resume": { vendorIds: ["acme.ec.quito"] },
  "updates.ring": { storeId: AN_ID, ring: "all" },
  "webhooks.create": { url: "https://a.test", events: ["order.completed"], vendorId: "acme.ec.quito" },
  "webhooks.change": { url: "https://a.test", events: ["order.completed"] },
  "webhooks.rotate": {},
  "webhooks.pause": {},
  "webhooks.resume": {},
  "webhooks.test": { type: "order.completed", eventId: AN_ID },
  "webhooks.resend": { endpoint: "erp" },
  "webhooks.replay": { from: AT, to: AT },
}

/** All parameters that a conflict's reason may have. */
const PARAMS: Required<ConflictReason["params"]> = {
  ...{
    hubContents: "1 × Soup (2) = 2 $",
    storeContents: "2 × Soup (2) = 4 $",
    method: "CASH",
    rule: "After 5 minutes",
  },
  ...{ said: "no answer", changed: "buyerAndKiosk", orderCode: "a-7" },
}

/** Of the details, those that are shown. */
const shown = (detail: Detail) => Object.values(detail).filter((value) => value !== null && value !== AN_ID).length
const parts = (text: string) => (text === "" ? 0 : text.split(" · ").length)

describe.each(LANGUAGES)("in %s", (language) => {
  test.each(AUDITED)("%s has words, at the box and at the dashboard", (action) => {
    for (const catalogue of [MANAGE, DASHBOARD]) {
      const told = words(OF_BOX[action], catalogue, language)
      expect(parts(told), told).toBe(shown(OF_BOX[action]))
      expect(told).not.toMatch(/cashier|kds_station|authorise|reprint|dismiss(?! it)|false|true|changed|7200000/)
    }
  })

  test.each(CONFLICT_CODES)("the conflict %s has words, at the box and at the dashboard", (code) => {
    for (const catalogue of [MANAGE, DASHBOARD]) {
      const told = words({ conflict: code, ...PARAMS }, catalogue, language)
      expect(parts(told), told).toBe(1 + Object.keys(PARAMS).length)
      expect(told).not.toMatch(/[A-Z]{3,}|buyerAndKiosk/)
    }
  })

  test.each(USER_ACTIONS)("%s has words", (action) => {
    const told = words(OF_PEOPLE[action], DASHBOARD, language)
    expect(parts(told), told).toBe(shown(OF_PEOPLE[action]))
    expect(told).not.toMatch(/: (owner|device|all|POS|DELIVERY)$|\bfalse\b|\btrue\b|000Z/m)
  })
})

it("codes are in the tooltip as they were stored", () => {
  const detail = { storeId: AN_ID, role: "owner", vendorIds: ["a"], note: null, replaced: true }
  expect(detailCodes(detail)).toBe(`storeId: ${AN_ID} · role: owner · vendorIds: ["a"] · replaced: true`)
})

it("a code of a later version has no words, and is left to the tooltip", () => {
  expect(words({ minutes: 5, moons: 2, nested: { a: 1 } }, MANAGE)).toBe("minutes: 5")
})
