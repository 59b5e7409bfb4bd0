/** What a shopper asks of Vendure's shop API for one order, from an empty cart to a settled payment, as a storefront asks it. */
import type { Ask, Turn } from "./ask.ts"

export const SHOP_PATH = "/shop-api"
/** Numbered from 1 in a new shop. So many that orders of one moment do not wait for each other's stock. */
export const VARIANTS = 100
export const SHIPPING_METHOD_ID = 1
export const PAYMENT_METHOD = "cash"
export const COUNTRY = "EC"
const BUYERS = 100

const ADDRESS = {
  fullName: "Ana Núñez",
  streetLine1: "Av. Amazonas N21",
  city: "Quito",
  postalCode: "170143",
  countryCode: COUNTRY,
}

export function shopOrder({ n }: Turn): readonly Ask[] {
  const buyer = { firstName: "Ana", lastName: "Núñez", emailAddress: `ana-${n % BUYERS}@example.com` }
  const cart = "AddingItems"
  return [
    mutation("($id: ID!)", "addItemToOrder(productVariantId: $id, quantity: 1)", { id: 1 + (n % VARIANTS) }, cart),
    mutation("($buyer: CreateCustomerInput!)", "setCustomerForOrder(input: $buyer)", { buyer }, cart),
    mutation("($to: CreateAddressInput!)", "setOrderShippingAddress(input: $to)", { to: ADDRESS }, cart),
    mutation("($ids: [ID!]!)", "setOrderShippingMethod(shippingMethodId: $ids)", { ids: [SHIPPING_METHOD_ID] }, cart),
    mutation("", `transitionOrderToState(state: "ArrangingPayment")`, {}, "ArrangingPayment"),
    mutation("", `addPaymentToOrder(input: { method: "${PAYMENT_METHOD}", metadata: {} })`, {}, "PaymentSettled"),
  ]
}

/** `state`: of the order, when it was understood and done. */
function mutation(takes: string, call: string, variables: object, state: string): Ask {
  const query = `mutation ${takes} { ${call} { ... on Order { code state } ... on ErrorResult { errorCode message } } }`
  const body = JSON.stringify({ query, variables })
  return { method: "POST", path: SHOP_PATH, body, expect: 200, contains: `"state":"${state}"` }
}
