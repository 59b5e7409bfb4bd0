/** What the hub carries down runs through the LAN's own handlers: checked again, for the hub may be of another version. */
import { beforeEach, expect, it } from "vitest"
import { type BoxStore, type BoxTx, createBoxStore } from "../../../appliance/storage/index.ts"
import { createExecute, type SharedHandlers } from "../../../appliance/sync-handlers/execute-endpoint.ts"
import { SCOPES } from "../../../protocol/scopes.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { createValidator } from "../../../runtime/validate.ts"
import { NOON, TENANT } from "../../kit/orders.ts"
import { tempFile } from "../../kit/temp.ts"

const caller = { actor: "apikey:k-1", keyId: "k-1", ...TENANT, scopes: [...SCOPES] }

let store: BoxStore
let asked: unknown[]

beforeEach(() => {
  store = createBoxStore(openSqlite(tempFile("box.db")), createManualClock(NOON))
  asked = []
})

/** Every endpoint is answered by one handler that remembers what it was asked. */
function execute(command: { kind: string; body: unknown }): unknown {
  const remember = (_tx: BoxTx, request: unknown) => {
    asked.push(request)
    return { status: 200, data: "done" }
  }
  const handlers = new Proxy({}, { get: () => remember }) as SharedHandlers
  return store.write((tx) => createExecute({ handlers, validator: createValidator() })(tx, command))
}

const closeDay = (more: object = {}) => ({
  kind: "endpoint",
  body: { endpoint: "days.close", params: { storeId: "s-1", businessDayDate: "2026-11-21" }, caller, ...more },
})

it("passes the request with its caller to the endpoint's handler", () => {
  expect(execute(closeDay())).toEqual({ status: 200, data: "done" })
  expect(asked).toMatchObject([{ params: { businessDayDate: "2026-11-21" }, caller: { actor: "apikey:k-1" } }])
})

it.each([
  ["another kind of command", { kind: "reboot", body: {} }, "VALIDATION_ERROR"],
  ["a command without its parts", { kind: "endpoint", body: { endpoint: "days.close" } }, "VALIDATION_ERROR"],
  ["an endpoint that it does not know", closeDay({ endpoint: "days.reopen" }), "NOT_FOUND"],
  ["parameters that do not fit", closeDay({ params: { storeId: "s-1", businessDayDate: "soon" } }), "VALIDATION_ERROR"],
  ["a caller without the scope", closeDay({ caller: { ...caller, scopes: ["orders:read"] } }), "FORBIDDEN"],
])("refuses %s without calling a handler", (_what, command, refused) => {
  expect(execute(command)).toMatchObject({ refused })
  expect(asked).toEqual([])
})
