import { expect, test } from "vitest"
import { createDirectRoutes } from "../../../runtime/http/direct-routes.ts"

const routes = createDirectRoutes<string>()
routes.add("GET", "/orders/:orderId", "one order")
routes.add("GET", "/orders/reasons", "the reasons")
routes.add("GET", "/orders/:any", "never reached")
routes.add("POST", "/orders", "a new order")
routes.add("POST", "/orders/:orderId/tenders/:tenderId/return", "a tender back")

test.each([
  ["GET", "/orders/A-1.b:2@c~d", "one order", { orderId: "A-1.b:2@c~d" }],
  ["GET", "/orders/reasons", "the reasons", {}],
  ["POST", "/orders", "a new order", {}],
  ["POST", "/orders/7/tenders/t-1/return", "a tender back", { orderId: "7", tenderId: "t-1" }],
])("%s %s is %s", (method, path, served, params) => {
  expect(routes.find(method, path)).toEqual({ served, params })
})

test.each([
  ["GET", "/orders"],
  ["HEAD", "/orders/7"],
  ["GET", "/orders/"],
  ["GET", "/orders/7/"],
  ["GET", "/Orders/7"],
  ["GET", "//orders/7"],
  ["GET", "/orders/a%2Fb"],
  ["GET", "/orders/ñ"],
  ["GET", "/orders/7?size=1"],
  ["GET", "/orders/7#lines"],
  ["GET", "http://elsewhere/orders/7"],
  ["POST", "/orders/7/tenders//return"],
])("%s %s is left to whoever reads paths more closely", (method, path) => {
  expect(routes.find(method, path)).toBeNull()
})
