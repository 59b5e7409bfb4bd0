/** The endpoints of payment-method configuration, both versions (docs/contract/methods.md#payment-method-configuration-version-2). */
import Type from "typebox"
import { listOf, PAGE_QUERY } from "../shapes/page.ts"
import { MethodsByCountry, MethodsHead, MethodWarning, StoreMethods } from "../shapes/payment-method.ts"
import { ShortText, Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const Stores = listOf("stores", StoreMethods)

export const listMethods = endpoint({
  name: "paymentMethods.list",
  family: "core",
  method: "GET",
  path: "/api/v2/external/payment-methods/config",
  scope: "payment-methods:read",
  query: Type.Object({
    storeId: Type.Optional(Uuid),
    storeCode: Type.Optional(ShortText),
    channel: Type.Optional(ShortText),
    ...PAGE_QUERY,
  }),
  replies: {
    200: Type.Object({ ...MethodsHead, ...Stores.properties, warnings: Type.Array(MethodWarning) }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Lists payment methods by store, with secret values in plain text: never log, cache or forward the answer.",
  section: "methods.md#payment-method-configuration-version-2",
})

export const listMethodsByCountry = endpoint({
  name: "paymentMethods.listByCountry",
  family: "bare",
  method: "GET",
  path: "/api/v1/payment-methods/config",
  scope: "payment-methods:read",
  replies: { 200: MethodsByCountry },
  refusals: [],
  summary: "Version 1: lists by country and vendor whether a method is enabled.",
  section: "methods.md#payment-method-configuration-version-2",
})
