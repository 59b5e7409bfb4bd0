/** What an operation does beyond its one sentence: its rules and limits, as the reference shows them (docs/contract). */

const REPEATABLE = "Repeating the same request is safe."
const AT_HOME =
  "An order of a store with a box is written by the box: if the store does not answer within 5 s the answer is `STORE_UNREACHABLE`, and the same request may be repeated."
const VENDOR = "Account and vendor are the key's own; another tenant's resource is a 404, as one that does not exist."
const QUEUED =
  "202 means kept, not done: `webhookEventId` tells how it went (`GET /api/v1/webhooks/events/{webhookEventId}`), usually within two seconds."
const MAJOR = "Amounts are major units, number or decimal string, at most 4 decimals."

/** By the name of the operation; what both machines serve has the same rules on both. */
export const OPERATION_RULES: Readonly<Record<string, readonly string[]>> = {
  "orders.create": [
    "201 when it is created, 200 with `alreadyExisted: true` for the same `orderId` again, which changes nothing.",
    "`PENDING` becomes OPEN. `SUCCEEDED` from POS or KIOSK becomes COMPLETED; from any other channel OPEN and paid, until it is handed over.",
    `${MAJOR} The total is the entry \`TOTAL\`.`,
    "Keys that are not known are kept in `metadata`. `createdAt` decides the business day.",
    "`store` has `id`, `code`, or both where they agree. `account`, `accountId`, `vendor` and `vendorId`, if sent, must be the key's own.",
  ],
  "orders.list": [
    VENDOR,
    "`page` from 1, `size` 1 to 100 (20 unless said); out of range is a 400. Newest first.",
    "`dateFrom` and `dateTo` are business days, or with `dateFilterMode=created_at` days of creation at `tzOffset`.",
    "`search` is a whole UUID, or a part of an external id or order code. `fields` projects; an unknown field is a 400 that lists the known ones.",
  ],
  "orders.get": [
    "Amounts are scaled by 10000. `X-Store-Synced-At` says how fresh the hub's copy of a store's order is.",
    "409 when an external id names an order of another vendor of the account as well. An order's own UUID means that order, whatever others are called.",
  ],
  "orders.fiscal": ["The state of the order's document; `awaiting_payment` or `not_issued` while there is none."],
  "orders.update": [
    "Only while the order is OPEN. It never charges, closes or cancels, and no event follows: the next one carries the correction.",
    "`expectedRevision` must be the order's, else `STALE_REVISION`; each applied correction adds 1. The same `idempotencyKey` (up to 200 characters) is `duplicate`.",
    "An order with an invoice on its way or issued refuses: `ORDER_ALREADY_INVOICED`.",
    AT_HOME,
  ],
  "orders.confirmPayment": [
    "All or nothing: approved tenders of the request and those on file add up to the total exactly, or nothing is written (`AMOUNT_MISMATCH`).",
    "`transaction_id` names one attempt for ever: the same again is `duplicate`, with another amount it is a `CONFLICT`.",
    "Declined tenders are kept; `resolvedTo` is the catalogue's code of each, null where it is not in the catalogue.",
    `${MAJOR} Settled, the order is COMPLETED and \`order.completed\` follows.`,
    AT_HOME,
  ],
  "declineReasons.list": ["Groups without active reasons are left out. Map your acquirer's codes once, and send ours."],
  "lostSales.record": [
    "The body of an order with `reason` beside it; `FISCAL_NUMBERING_FAILED` is the only one. Copy it from `policy.numberingFailure.lostSaleReason`.",
    "201 when it is recorded, 200 with `alreadyRecorded: true` for the same `orderId` again. A closed business day is no hindrance. A header `Idempotency-Key` says nothing here.",
  ],
  "lostSales.list": ["Newest first; `page` from 1, `size` 1 to 100."],
  "cancel.order": [
    "`orderId` is the external id. `reason` 5 to 500 characters, `cancellationNote` up to 500. All or nothing: no lines of an order are cancelled by themselves.",
    "The same key with the same `reason` and `cancellationType` again, after a lost answer or a 503, gets the first cancellation's answer.",
    "With an invoice: number its credit note first (`operation: CANCEL`), else `FISCAL_REPRESENTATION_NOT_VOIDED`.",
    "Paid money goes back to the provider that took it; a refund that is refused leaves the order as it was (`REFUND_FAILED`).",
    "Money that no provider took stands in `metadata.cancellation.toReturn`, and `paymentStatus` is CANCELED, until the store or headquarters records its refund.",
    "A rejection says the rule's headline in `message`, more in `reasonDetail`, the limit and the actual value in `threshold`. `locale`: es, en or pt.",
    AT_HOME,
  ],
  "cancel.eligibility": ["The same verdict and code as cancelling would have, with 200 and without any effect."],
  "cancel.reasons": ["For an aggregator's channel the reasons are the aggregator's, and one of them must be sent."],
  "cash.close": [
    "Gross: `declaredCash` is all that is in the drawer, float included. `systemCash` is float + cash sales − withdrawals; `discrepancy` is declared − system.",
    "`sessionExternalId` names the close for ever, per store and currency; again it is a 409, which is no error on a retry.",
    "At most 2 decimals; up to 100 withdrawals; a withdrawal of category OTHER needs `notes`; an overage takes the reason OTHER alone.",
    "A `businessDayDate` that has not begun is a 400, unless the store has it open already.",
    "A store outside the key's vendor is a 404.",
  ],
  "cash.closeDay": [
    "Net: `declaredCash` without the float. `systemCash` is the cash sales of the day, or of the operator.",
    "Refusals are `{error: {code, message}}`, codes in lower case. Takes any store of the account.",
    "A `businessDayDate` that has not begun is a 400, unless the store has it open already.",
  ],
  "cash.list": [
    "Every row of the day, of both versions. `businessDayDate`, or `from` and `to`, not both.",
    "`from` without `to` goes to the current operational day; `to` alone is that one day; none of the three is the current operational day.",
  ],
  "days.close": [
    "Closes the store's business day; orders still open and unpaid become FORCE_CLOSED. Again it answers what it was.",
    "Where the store has a box, closing is the box's to do.",
    "`certificate` is the box's: the day's orders, its tenders, and `hash`, the SHA-256 of a line for each order by external id, each ending in a line feed: the JSON array `[orderExternal, orderCode, status, settlement.currencyCode, settlement.total, [[transactionId, status, amount, method]…], [[method, amount]…]]` of the order as it is read, `null` where it has none.",
  ],
  "printing.dayClose": [
    "The day must be closed: `PRINT_DAY_NOT_CLOSED` otherwise. `printer.width` is 32, 42 or 48 columns; `keyWidth` 6 to 24; `copies` 1 to 5.",
    "`templateVersion` goes with `templateId`. `fingerprint` changes when the report does. A store outside the vendor is a 403.",
  ],
  "health.beat": [
    "204 and `X-Heartbeat-Interval`: the seconds until the next one, 600 unless told otherwise. A lost beat is not sent again.",
    "`componentId` (1 to 120 characters) stays the same across reboots and updates. A new device is watched once it has reported in 2 distinct hours; two missed intervals are an outage; 7 days without a beat and it is retired.",
    "There is no `down`: silence says so. A store that is not the account's is a 400, never a 404.",
  ],
  "fiscal.number": [
    "One request per vendor, `orderId` and `operation`: again it answers `reused: true`, also where the first one FAILED and is tried again. The order need not be there yet.",
    "`policy.numberingFailure.action` is read at every sale: REFUND gives the money back and records a lost sale, CONTINUE goes on without a document.",
    "A number is never given twice and none is skipped within emission point, kind of document and environment.",
  ],
  "fiscal.request": [
    "The numbering's answer as it stands now; `documentStatus` is PENDING until the authority has ruled.",
  ],
  "menu.get": [
    "`channel` and `fulfillmentType` are required, in any case. The last generated menu, also when it never reached the channel: `sync` says whether it did.",
    "`active` follows what has run out at this moment. Without a menu, or with nothing to sell: `MENU_NOT_AVAILABLE`.",
  ],
  "menu.setAvailability": [
    "At the store or at the hub: the other side hears of it. `until` brings the product back by itself. `product.availability_changed` follows.",
  ],
  "menu.publish": [
    "Emits `menu.updated` for each menu and takes the vendor's lock: until the result is reported (menu sync), another publication is `MENU_PUBLISH_LOCKED`.",
  ],
  "menu.sync": [
    "Report failures too: the lock holds until you do. `PRODUCTS` finalizes menu and products. `updated` is 0 when nothing was pending.",
    "A body that is no JSON is a 500 here; `DOMAIN_ERROR` (400) may be repeated.",
  ],
  "events.list": [
    "The events of the last 30 days. `status` finds those with a delivery that stands so. `size` 1 to 100.",
  ],
  "events.follow": [
    "Store `next` and send it as `after`; while `more` is true ask again at once. Begin with `from`, or at the oldest that is kept.",
    "Each event is given once, in the order of its date; a late one comes late, none is left out. Over a hundred events in twenty seconds it runs up to twenty seconds behind.",
  ],
  "events.redeliver": ["The same `event.id` and the same bytes, to one endpoint or to every one that wants the event."],
  "paymentMethods.list": [
    "Holds values that are secret: do not log or forward it. `storeId` or `storeCode`, not both. `size` 1 to 100.",
    "Name a method by `methodId`: a `code` is unique within a country alone. `missingRequiredKeys` that is not empty means that a charge will fail.",
  ],
  "paymentMethods.listByCountry": [
    "Version 1: by country and vendor, with `enabled`. It stays; version 2 knows stores, channels and terminals.",
  ],
  "enrolment.pairDevice": [
    "The code is on the manager's page, good for ten minutes and for one screen. Wrong codes make the next tries wait (`RATE_LIMITED`).",
  ],
  "enrolment.openClaim": ["A box that has no store asks for one, and shows the code to a person."],
  "enrolment.pollClaim": ["The box asks until a person has claimed its code; the credential is given once."],
  "standby.join": [
    "Asked by a standby box alone: the code is on the first box's console, good for half an hour and for one box. Wrong codes make the next tries wait (`RATE_LIMITED`).",
  ],
  "standby.log": [
    "Asked by the standby box, some three times a second. `part: null`: it begins again with the whole file.",
  ],
  "standby.openBase": [
    "Asked by the standby box: the copy is kept a quarter of an hour, or until it was fetched or another is opened.",
  ],
  "standby.readBase": ["Asked by the standby box, part after part until `size` bytes are there."],
  "standby.stepDown": [
    "Asked by the standby box when a person promotes it: from the answer on this box sells and numbers nothing.",
  ],
  "standby.peer": [
    "Asked by the box that was first, of the one that stood by: only an answer with its `proof` counts.",
  ],
  "setup.read": [
    "Open to whoever is on the store's network: it shows no secret but the claim code, which waits for a person at headquarters.",
    "Once a manager's screen is paired it tells no more what the checks found: `open` is false.",
  ],
  "setup.check": [
    "Looks at address, names, hub, MQTT port, clock, store, printers and screens; it takes seconds, and changes nothing.",
    "Once a manager's screen is paired it answers `CONFLICT`: that screen asks by `setup.recheck`. A page of another site is told `FORBIDDEN`.",
  ],
  "setup.recheck": ["The same checks, which take seconds, for whoever may manage the store."],
  "setup.print": [
    "Prints on the first printer, in the language of the page.",
    "Once a manager's screen is paired it answers `CONFLICT`: the certificate carries the code that pairs the first one.",
  ],
  "setup.certify": ["Looks at everything first, so it takes seconds; `CONFLICT` where the box has no printer."],
  "enrolment.takeOver": [
    "Asked by a standby box that a person has told to take over. The credential before it may hand over what it had sold, and nothing else.",
  ],
  "enrolment.askUpdate": ["Boxes ask by themselves; what they fetch is believed by its signature alone."],
  "enrolment.handOver": ["A box that was replaced hands over what it had sold while it was cut off."],
  "auth.login": [
    "The token lives 3600 s and is for the legacy family. `x-client-channel: integration` and `account` must be sent.",
  ],
  "auth.olderLogin": ["By user name and password; `expiresIn` is in seconds."],
  "legacy.create": [
    `The order in snake_case, amounts not scaled. ${REPEATABLE} It is one order with all others: any family reads it.`,
  ],
  "legacy.get": ["Amounts are not scaled."],
  "legacy.cancel": [
    "Where the processor gives money back, it does; one that needs `metadata.order_token` refuses without it (`ORDER_TOKEN_REQUIRED`).",
    "`payment_status` is REFUNDED when all money went back, CANCELED when there was none or nobody has returned it yet.",
  ],
  "callbacks.aggregator": [
    QUEUED,
    "`channelCode` and `providerEventId` are the idempotency key; another `status` under them is a new step. The status with the latest `occurredAt` counts, in whatever order they come.",
    "`channelCode` is the order's own, else 403. Two references to different orders are a 409.",
  ],
  "callbacks.kitchen": [
    QUEUED,
    "`eventId` is the `event.id` of the dispatch to that device, echoed. Preparing, ready, dispatched: the highest stage counts, any order of arrival is safe.",
  ],
  "callbacks.fiscal": [
    QUEUED,
    "`eventId` is that of an event of this order, `countryCode` the country of its store. A `document` is required for authorized, cancelled and fiscal_graphic (with `pdfUrl`), an `error` for rejected, denied and error.",
    "Another terminal verdict under the same `eventId` is a 409. The key must be bound to a vendor; an access token is not taken.",
  ],
  "callbacks.read": [
    "With the credential that sent the report. `failed`: it can never succeed. `dead`: its 8 attempts are used up. `ignored`: nothing had to be done.",
  ],
  "bridge.create": [
    "`externalOrderId` (up to 80 characters) is the idempotency key: again it answers the charge that is. Amounts are major units.",
    "A provider that rejects it answers 201 all the same: the attempt is `failed` and says why. A method of several countries needs `country`.",
  ],
  "bridge.get": ["As the hub knows it; the provider is not asked."],
  "bridge.pay": [
    "`amount` is what is left, unless said. Without `slot` a new one opens; with that of a failed attempt it is tried again.",
  ],
  "bridge.cancel": ["Only while its link waits. The provider may say no: `CONFLICT`, and the attempt is as it was."],
  "bridge.refund": ["Only what has succeeded. It is `solving` until the provider has confirmed it, then `refunded`."],
  "bridge.hear": ["For payment providers: signed by them, without a key."],
}
