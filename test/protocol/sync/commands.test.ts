/** A carried request names its endpoint and its caller whole, or is not one. */
import { Compile } from "typebox/schema"
import { expect, it } from "vitest"
import { EndpointCommand } from "../../../protocol/sync/commands.ts"

const caller = { actor: "key", keyId: "k1", accountId: "acme", vendorId: "acme.ec.quito", scopes: ["orders:write"] }
const carried = { endpoint: "orders.confirm", params: { orderId: "o1" }, body: { payments: [] }, caller }

it.each([
  ["a request", carried, true],
  ["a request without a body", { ...carried, body: null }, true],
  ["one without an endpoint", { ...carried, endpoint: "" }, false],
  ["one without a tenant", { ...carried, caller: { ...caller, vendorId: undefined } }, false],
  ["one without a caller", { ...carried, caller: undefined }, false],
])("%s: %j is valid: %s", (_name, command, valid) => {
  expect(Compile(EndpointCommand).Check(JSON.parse(JSON.stringify(command)))).toBe(valid)
})
