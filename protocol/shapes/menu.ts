/** The menu that a store's screens read from the box. Prices are scaled text. */
import Type, { type Static } from "typebox"
import { CurrencyCode, nullable, oneOf, ScaledText } from "./scalars.ts"

export const ProductType = oneOf("PRODUCTO", "MODIFIER")
/** Whether a guest picks one option or several. */
export const GroupType = oneOf("RADIO", "CHECKBOX")

export const MenuTax = Type.Object({ code: Type.String(), rate: Type.String() })

export const MenuProduct = Type.Object({
  productId: Type.String(),
  name: Type.String(),
  type: ProductType,
  price: ScaledText,
  taxes: Type.Array(MenuTax),
  station: nullable(Type.String()),
  modifierGroups: Type.Array(Type.String()),
  available: Type.Boolean(),
  description: Type.Optional(Type.String()),
})
export type MenuProduct = Static<typeof MenuProduct>

export const ModifierGroup = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: GroupType,
  minOptions: Type.Integer(),
  maxOptions: Type.Integer(),
  options: Type.Array(Type.String()),
})
export type ModifierGroup = Static<typeof ModifierGroup>

export const MenuCategory = Type.Object({ id: Type.String(), name: Type.String(), products: Type.Array(Type.String()) })

export const RegisterMethod = Type.Object({ methodId: Type.String(), code: Type.String(), name: Type.String() })
export type RegisterMethod = Static<typeof RegisterMethod>

export const StoreMenu = Type.Object({
  currency: CurrencyCode,
  categories: Type.Array(MenuCategory),
  products: Type.Array(MenuProduct),
  modifierGroups: Type.Array(ModifierGroup),
  paymentMethods: Type.Array(RegisterMethod),
})
export type StoreMenu = Static<typeof StoreMenu>
