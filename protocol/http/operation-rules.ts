/** Rules and limits of each operation, as the reference lists them below its summary (docs/contract). */

const WRITTEN_BY_BOX =
  "The box writes the orders of its store: if it does not answer within 5 s the answer is `STORE_UNREACHABLE`, and the same request may be repeated."
const TENANT = "Account and vendor are the key's own; another tenant's resource is a 404, like one that does not exist."
const QUEUED =
  "202 means stored, not processed: read the result with `webhookEventId` (`GET /api/v1/webhooks/events/{webhookEventId}`), usually within two seconds."
const MAJOR_UNITS = "Amounts are major units, number or decimal string, at most 4 decimals."

/** By the operation's name. An operation that hub and box both serve has the same rules on both. */
export const OPERATION_RULES: Readonly<Record<string, readonly string[]>> = {
  "orders.create": [
    "201 when it is created, 200 with `alreadyExisted: true` for the same `orderId` again, which changes nothing.",
    "`PENDING` becomes OPEN. `SUCCEEDED` from POS or KIOSK becomes COMPLETED; from any other channel OPEN and paid, until it is handed over.",
    `${MAJOR_UNITS} The total is the entry \`TOTAL\`.`,
    "Unknown keys are stored in `metadata`. `createdAt` decides the business day.",
    "`store` has `id`, `code`, or both where they agree. `account`, `accountId`, `vendor` and `vendorId`, if sent, must be the key's own.",
  ],
  "orders.list": [
    TENANT,
    "`page` from 1, `size` 1 to 100 (default 20); out of range is a 400. Newest first.",
    "`dateFrom` and `dateTo` are business days, or with `dateFilterMode=created_at` days of creation at `tzOffset`.",
    "`search` is a whole UUID, or a part of an external id or order code. `fields` projects; an unknown field is a 400 that lists the known ones.",
  ],
  "orders.get": [
    "Amounts are scaled by 10000. `X-Store-Synced-At` is the time up to which the hub's copy of a store's orders is current.",
    "409 when an external id also names an order of another vendor of the account. A UUID always means the order that has it.",
  ],
  "orders.fiscal": ["The state of the order's document; `awaiting_payment` or `not_issued` while there is none."],
  "orders.update": [
    "Only while the order is OPEN. It never charges, closes or cancels, and emits no event: the order's next event carries the correction.",
    "`expectedRevision` must be the order's, else `STALE_REVISION`; each applied correction adds 1. The same `idempotencyKey` (up to 200 characters) is `duplicate`.",
    "An order with an invoice on its way or issued refuses: `ORDER_ALREADY_INVOICED`.",
    WRITTEN_BY_BOX,
  ],
  "orders.confirmPayment": [
    "All or nothing: the approved tenders of the request and those recorded before must add up to the total exactly, or nothing is written (`AMOUNT_MISMATCH`).",
    "`transaction_id` names one attempt for ever: a repeat is `duplicate`, with another amount it is a `CONFLICT`.",
    "Declined tenders are recorded; `resolvedTo` is the catalogue's code of each, null if the catalogue has none.",
    `${MAJOR_UNITS} A settled order becomes COMPLETED and \`order.completed\` follows.`,
    WRITTEN_BY_BOX,
  ],
  "declineReasons.list": [
    "Groups without active reasons are left out. Map your acquirer's codes to these once, and send these.",
  ],
  "lostSales.record": [
    "The body of an order plus `reason`; `FISCAL_NUMBERING_FAILED` is the only reason. Copy it from `policy.numberingFailure.lostSaleReason`.",
    "201 when it is recorded, 200 with `alreadyRecorded: true` for the same `orderId` again. It also works for a closed business day. The header `Idempotency-Key` is ignored.",
  ],
  "lostSales.list": ["Newest first; `page` from 1, `size` 1 to 100."],
  "cancel.order": [
    "`orderId` is the external id. `reason` 5 to 500 characters, `cancellationNote` up to 500. Only the whole order can be cancelled, never single lines.",
    "A repeat with the same key, `reason` and `cancellationType`, after a lost answer or a 503, gets the first answer.",
    "With an invoice: number its credit note first (`operation: CANCEL`), else `FISCAL_REPRESENTATION_NOT_VOIDED`.",
    "Paid money goes back to the provider that took it; a refund that is refused leaves the order as it was (`REFUND_FAILED`).",
    "Money that no provider took stands in `metadata.cancellation.toReturn`, and `paymentStatus` is CANCELED, until the store or the back office records its refund.",
    "A rejection has the rule's headline in `message`, details in `reasonDetail`, and the limit and the actual value in `threshold`. `locale`: es, en or pt.",
    WRITTEN_BY_BOX,
  ],
  "cancel.eligibility": [
    "Returns the verdict and code that cancelling would return, always with 200 and without any effect.",
  ],
  "cancel.reasons": ["For an aggregator's channel the reasons are the aggregator's, and one of them must be sent."],
  "cash.close": [
    "Gross: `declaredCash` is all that is in the drawer, float included. `systemCash` is float + cash sales − withdrawals; `discrepancy` is declared − system.",
    "`sessionExternalId` identifies the close, per store and currency; a repeat is a 409, which on a retry means success.",
    "At most 2 decimals; up to 100 withdrawals; a withdrawal of category OTHER needs `notes`; an overage takes the reason OTHER alone.",
    "A `businessDayDate` in the future is a 400, unless the store has already opened that day.",
    "A store outside the key's vendor is a 404.",
  ],
  "cash.closeDay": [
    "Net: `declaredCash` without the float. `systemCash` is the day's cash sales, or those of the given operator.",
    "Refusals are `{error: {code, message}}`, codes in lower case. Accepts any store of the account.",
    "A `businessDayDate` in the future is a 400, unless the store has already opened that day.",
  ],
  "cash.list": [
    "Every row of the day, of both versions. `businessDayDate`, or `from` and `to`, not both.",
    "`from` without `to` ends at the current operational day; `to` alone is that one day; without any of the three it is the current operational day.",
  ],
  "days.close": [
    "Closes the store's business day; orders still open and unpaid become FORCE_CLOSED. A repeat returns the same close.",
    "If the store has a box, the box closes the day.",
    "The box makes `certificate`: the number of orders and tenders, and `hash`, the SHA-256 of a line for each order by external id, each ending in a line feed: the JSON array `[orderExternal, orderCode, status, settlement.currencyCode, settlement.total, [[transactionId, status, amount, method]…], [[method, amount]…]]` of the order as Get returns it, `null` where a value is missing.",
  ],
  "printing.dayClose": [
    "The day must be closed: `PRINT_DAY_NOT_CLOSED` otherwise. `printer.width` is 32, 42 or 48 columns; `keyWidth` 6 to 24; `copies` 1 to 5.",
    "`templateVersion` goes with `templateId`. `fingerprint` changes when the report does. A store outside the vendor is a 403.",
  ],
  "health.beat": [
    "204 and `X-Heartbeat-Interval`: the seconds until the next one, 600 by default. A lost heartbeat is not sent again.",
    "`componentId` (1 to 120 characters) stays the same across reboots and updates. A new device is watched once it has reported in 2 distinct hours; two missed intervals are an outage; after 7 days without a heartbeat it is retired.",
    "There is no status `down`: silence means it. A store of another account is a 400, never a 404.",
  ],
  "fiscal.number": [
    "One request per vendor, `orderId` and `operation`: a repeat answers `reused: true`, and tries again if the first one FAILED. The order need not exist yet.",
    "Read `policy.numberingFailure.action` at every sale: REFUND means refund the guest and record a lost sale, CONTINUE means go on without a document.",
    "Within emission point, kind of document and environment, no number is used twice and none is skipped.",
  ],
  "fiscal.request": [
    "The current answer of the numbering request; `documentStatus` is PENDING until the authority has decided.",
  ],
  "menu.get": [
    "`channel` and `fulfillmentType` are required; their case does not matter. It returns the last generated menu, even if it never reached the channel: see `sync`.",
    "`active` is false for products that are run out now. Without a menu, or with nothing to sell: `MENU_NOT_AVAILABLE`.",
  ],
  "menu.setAvailability": [
    "Works at the box and at the hub, and reaches the other side by sync. At `until` the product becomes available again. `product.availability_changed` follows.",
  ],
  "menu.publish": [
    "Emits `menu.updated` for each menu and locks the vendor: until the result is reported (menu sync), another publication is `MENU_PUBLISH_LOCKED`.",
  ],
  "menu.sync": [
    "Report failures too: the vendor stays locked until you do. `PRODUCTS` finalizes menu and products. `updated` is 0 when nothing was pending.",
    "A body that is no JSON is a 500 here; `DOMAIN_ERROR` (400) may be repeated.",
  ],
  "events.list": [
    "The events of the last 30 days. `status` selects events with a delivery in that status. `size` 1 to 100.",
  ],
  "events.follow": [
    "Store `next` and send it as `after`; while `more` is true ask again at once. Begin with `from`, or at the oldest stored event.",
    "Each event is returned once, by date; a late event is returned late, none is skipped. With more than a hundred events in twenty seconds the feed runs up to twenty seconds behind.",
  ],
  "events.redeliver": [
    "Sends the same `event.id` and the same bytes, to one endpoint or to all that subscribe to the event.",
  ],
  "paymentMethods.list": [
    "The answer contains secret values: do not log or forward it. `storeId` or `storeCode`, not both. `size` 1 to 100.",
    "Refer to a method by `methodId`: a `code` is unique only within a country. With a non-empty `missingRequiredKeys` a charge will fail.",
  ],
  "paymentMethods.listByCountry": [
    "Version 1: by country and vendor, with `enabled`. It stays supported; version 2 has stores, channels and terminals.",
  ],
  "enrolment.pairDevice": [
    "The manager's page shows the code, which is valid for ten minutes and one screen. After wrong codes the next tries must wait (`RATE_LIMITED`).",
  ],
  "enrolment.openClaim": ["A box without a store requests a code and shows it to a person."],
  "enrolment.pollClaim": ["The box polls until a person has claimed its code; then it gets its credential."],
  "standby.join": [
    "Only a standby box calls it. The first box's console shows the code, which is valid for half an hour and one box. After wrong codes the next tries must wait (`RATE_LIMITED`).",
  ],
  "standby.log": [
    "The standby box calls it about three times a second. After `part: null` it begins again with the whole file.",
  ],
  "standby.openBase": [
    "The standby box calls it. The copy is kept for 15 minutes, until it was fetched, or until another one is opened.",
  ],
  "standby.readBase": ["The standby box calls it part after part until it has `size` bytes."],
  "standby.stepDown": [
    "The standby box calls it when a person promotes it. From then on this box neither sells nor numbers.",
  ],
  "standby.peer": ["The former first box calls it on its standby box. Only an answer with the right `proof` counts."],
  "setup.read": [
    "Anybody on the store's network may read it: it contains no secret but the claim code, which only somebody in the back office can use.",
    "Once a manager's screen is paired it no longer returns the results of the checks: `open` is false.",
  ],
  "setup.check": [
    "Checks address, DNS, hub, MQTT port, clock, store, printers and screens; it takes seconds, and changes nothing.",
    "Once a manager's screen is paired it answers `CONFLICT`: that screen uses `setup.recheck`. A page of another site gets `FORBIDDEN`.",
  ],
  "setup.recheck": ["The same checks, which take seconds, for a manager."],
  "setup.print": [
    "Prints on the first printer, in the language of the page.",
    "Once a manager's screen is paired it answers `CONFLICT`: the certificate contains the code that pairs the first manager's screen.",
  ],
  "setup.certify": ["Runs all checks first, so it takes seconds; `CONFLICT` if the box has no printer."],
  "enrolment.takeOver": [
    "A standby box calls it after a person promoted it. The previous credential may then only send leftover sales.",
  ],
  "enrolment.askUpdate": ["Boxes call it on their own; they trust an offer only by its signature."],
  "enrolment.handOver": ["A replaced box sends the sales that it made while it was offline."],
  "auth.login": [
    "The token is valid for 3600 s, for the legacy family. The headers `x-client-channel: integration` and `account` are required.",
  ],
  "auth.olderLogin": ["By user name and password; `expiresIn` is in seconds."],
  "legacy.create": [
    "The order in snake_case, amounts not scaled. Repeating the same request is safe. Any family can read the order.",
  ],
  "legacy.get": ["Amounts are not scaled."],
  "legacy.cancel": [
    "The payment processor refunds if it can; one that needs `metadata.order_token` refuses without it (`ORDER_TOKEN_REQUIRED`).",
    "`payment_status` is REFUNDED when all money was refunded, CANCELED when there was none or its refund is not recorded yet.",
  ],
  "callbacks.aggregator": [
    QUEUED,
    "`channelCode` and `providerEventId` are the idempotency key; another `status` with them is a new step. The status with the latest `occurredAt` counts, whatever the order of arrival.",
    "A `channelCode` that is not the order's is a 403. References to two different orders are a 409.",
  ],
  "callbacks.kitchen": [
    QUEUED,
    "`eventId` echoes the `event.id` of the dispatch to that device. Of preparing, ready and dispatched the highest stage counts; any order of arrival is safe.",
  ],
  "callbacks.fiscal": [
    QUEUED,
    "`eventId` is that of an event of this order, `countryCode` the country of its store. A `document` is required for authorized, cancelled and fiscal_graphic (with `pdfUrl`), an `error` for rejected, denied and error.",
    "Another terminal verdict with the same `eventId` is a 409. The key must be bound to a vendor; an access token is not accepted.",
  ],
  "callbacks.read": [
    "Use the credential that sent the report. `failed`: it can never succeed. `dead`: all 8 attempts failed. `ignored`: nothing had to be done.",
  ],
  "bridge.create": [
    "`externalOrderId` (up to 80 characters) is the idempotency key: a repeat returns the existing charge. Amounts are major units.",
    "The answer is 201 even if the provider rejects it: the attempt is then `failed`, with the reason. A method of several countries needs `country`.",
  ],
  "bridge.get": ["The state that the hub knows; the provider is not called."],
  "bridge.pay": [
    "`amount` is by default what is left to pay. Without `slot` a new slot opens; the slot of a failed attempt is tried again.",
  ],
  "bridge.cancel": [
    "Only while its link waits for the guest. If the provider refuses, the answer is `CONFLICT` and the attempt is unchanged.",
  ],
  "bridge.refund": [
    "Only a succeeded attempt. It is `solving` until the provider has confirmed the refund, then `refunded`.",
  ],
  "bridge.hear": ["For payment providers: they sign the body; no key is needed."],
}
