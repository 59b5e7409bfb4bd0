/** Selling: the menu on one side, the cart on the other; the charge takes their place. */
import "./sell.css"
import { Drawer } from "@mantine/core"
import { useDisclosure, useMediaQuery } from "@mantine/hooks"
import { useState } from "react"
import { cartLineOf, mustChoose, type Product } from "../../../../protocol/rules/catalog/menu-lines.ts"
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

export function SellScreen({ view: { menu, trouble }, onOrders }: SellScreenProps) {
  const { sale } = useSale()
  if (sale.phase === "saving") return <SavingScreen />
  if (sale.phase === "saved") return <SaleDone />
  if (!menu) return <NoMenu trouble={trouble} />
  if (sale.phase === "charging") return <ChargeScreen menu={menu} onOrders={onOrders} />
  return <Counter menu={menu} />
}

/** Not published yet, not read yet, or the box has a problem: it is asked again by itself. */
function NoMenu({ trouble }: { trouble: RequestError | null }) {
  const { t } = useLanguage()
  if (!trouble || trouble.offline) return <Loading>{t("sell.loadingMenu")}</Loading>
  if (trouble.refused !== "NOT_FOUND") return <ErrorState answer={trouble} />
  return (
    <Empty icon="alert" title={t("sell.noMenu")}>
      {t("sell.noMenuDo")}
    </Empty>
  )
}

/** The line that is being put together or changed. */
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
    if (mustChoose(menu, product)) setEditing({ line, isNew: true })
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
