/** The command that carries a request of the public contract from the hub to the store that is its home. */
import Type, { type Static } from "typebox"
import { FreeForm } from "../shapes/scalars.ts"

export const ENDPOINT_COMMAND = "endpoint"

/** The endpoint by its name, the request as the hub has checked it, and who asked. */
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
