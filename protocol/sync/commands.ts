/** The command by which the hub forwards an API request to the store's box that is the order's home. */
import Type, { type Static } from "typebox"
import { FreeForm } from "../shapes/scalars.ts"

export const ENDPOINT_COMMAND = "endpoint"

/** The endpoint's name, the request that the hub validated, and its caller. */
export const EndpointCommand = Type.Object({
  endpoint: Type.String({ minLength: 1 }),
  params: FreeForm,
  query: Type.Optional(FreeForm),
  body: Type.Optional(Type.Unknown()),
  caller: Type.Object({
    actor: Type.String(),
    keyId: Type.String(),
    accountId: Type.String(),
    vendorId: Type.String(),
    scopes: Type.Array(Type.String()),
  }),
})
export type EndpointCommand = Static<typeof EndpointCommand>
