/** What is told of a store's devices: silent, heard again, not well (docs/contract/health.md#outages). Further keys may stand beside these. */
import Type from "typebox"
import { Uuid } from "../shapes/scalars.ts"

export const ComponentChanged = Type.Object({
  storeId: Uuid,
  componentId: Type.String(),
  kind: Type.String(),
})
