/** The sale's current step: menu and cart, charge, saving or result. */
import "./sell.css"
import { Drawer } from "@mantine/core"
import { useDisclosure, useMediaQuery } from "@mantine/hooks"
import { useState } from "react"
import { cartLineOf, type Product, requiresChoice } from "../../../../protocol/rules/catalog/menu-lines.ts"
import type { CartLine } from "../../../../protocol/rules/orders/cart.ts"
import type { RequestError } from "../../../../ui/explain.ts"
import { useFigures } from "../../../../ui/figures.tsx"
import { Empty, ErrorState, Loading } from "../../../../ui/states.tsx"
import { useKeys } from "../../../../ui/use-keys.ts"
import { makeUuid } from "../../../../ui/uuid.ts"
import { ChargeScreen } from "../charge/charge-screen.tsx"
import { SaleDone } from "../charge/sale-done.tsx"
import { SavingScreen } from "../charge/saving-screen.tsx"
import { useLanguage } from "../language.ts"
import { totalOf } from "../sale.ts"
import type { Menu } from "../today.ts"
import { useSale } from "../use-sale.tsx"
import { CartPanel } from "./cart-panel.tsx"
import { LineDialog } from "./line-dialog.tsx"
import { MenuGrid } from "./menu-grid.tsx"
import type { MenuView } from "./use-menu.ts"

const CHARGE_KEY = "F9"
const NARROW = "(max-width: 760px)"

interface SellScreenProps {
  readonly view: MenuView
  readonly onOrders: () => void
}

export function SellScreen({ view: { menu, error }, onOrders }: SellScreenProps) {
  const { sale } = useSale()
  if (sale.phase === "saving") return <SavingScreen />
  if (sale.phase === "saved") return <SaleDone />
  if (!menu) return <NoMenu error={error} />
  if (sale.phase === "charging") return <ChargeScreen menu={menu} onOrders={onOrders} />
  return <Counter menu={menu} />
}

/** No menu was published or read yet, or reading failed. It is read again automatically. */
function NoMenu({ error }: { error: RequestError | null }) {
  const { t } = useLanguage()
  if (!error || error.offline) return <Loading>{t("sell.loadingMenu")}</Loading>
  if (error.refused !== "NOT_FOUND") return <ErrorState answer={error} />
  return (
    <Empty icon="alert" title={t("sell.noMenu")}>
      {t("sell.noMenuDo")}
    </Empty>
  )
}

/** The line in the dialog. */
interface Editing {
  readonly line: CartLine
  readonly isNew: boolean
}

function Counter({ menu }: { menu: Menu }) {
  const { sale, step } = useSale()
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const [editing, setEditing] = useState<Editing | null>(null)
  const [cartOpen, cart] = useDisclosure()
  useKeys({ [CHARGE_KEY]: () => step({ type: "charge" }) })
  const pick = (product: Product) => {
    const line = cartLineOf(product, makeUuid())
    if (requiresChoice(menu, product)) setEditing({ line, isNew: true })
    else step({ type: "add", line })
  }
  const panel = <CartPanel onEdit={(line) => setEditing({ line, isNew: false })} />
  return (
    <div className="counter">
      <MenuGrid menu={menu} onPick={pick} paused={editing !== null} />
      {narrow ? (
        <>
          {sale.lines.length > 0 && (
            <CartButton onClick={cart.open} pieces={sale.lines.reduce((all, { quantity }) => all + quantity, 0)} />
          )}
          <Drawer
            opened={cartOpen}
            onClose={cart.close}
            position="bottom"
            size="92%"
            padding={0}
            withCloseButton={false}
          >
            <div className="cart-sheet">{panel}</div>
          </Drawer>
        </>
      ) : (
        <aside className="cart-side">{panel}</aside>
      )}
      {editing && <LineDialog key={editing.line.lineId} menu={menu} {...editing} onClose={() => setEditing(null)} />}
    </div>
  )
}

function CartButton({ pieces, onClick }: { pieces: number; onClick: () => void }) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { sale } = useSale()
  return (
    <button type="button" className="cart-button" onClick={onClick}>
      <span>{t("cart.pieces", { n: pieces })}</span>
      <b>{money(totalOf(sale))}</b>
    </button>
  )
}
