/** The menu: categories, product tiles, sold-out marks, and the button to the basket. */
import "./menu-screen.css"
import { Button, UnstyledButton } from "@mantine/core"
import { useState } from "react"
import { fromText } from "../../../protocol/money.ts"
import { isAvailable, type Product, productsOf, shownCategory } from "../../../protocol/rules/catalog/menu-lines.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { makeUuid } from "../../../ui/uuid.ts"
import { basketOf } from "./basket.ts"
import { useLanguage } from "./language.ts"
import { ProductScreen } from "./product-screen.tsx"
import { type KioskMenu, useKiosk } from "./use-kiosk.tsx"
import { useVisit } from "./use-visit.tsx"
import type { Picked } from "./visit.ts"

const HUES = 6

export function MenuScreen() {
  const { t } = useLanguage()
  const { menu } = useKiosk()
  const { step } = useVisit()
  const [category, setCategory] = useState(menu?.categories[0]?.id ?? "")
  const [picking, setPicking] = useState<Picked | null>(null)
  if (!menu) return null
  if (picking) return <ProductScreen picked={picking} isNew onClose={() => setPicking(null)} />
  const shown = shownCategory(menu, category)
  const pick = ({ productId }: Product) =>
    setPicking({ lineId: makeUuid(), productId, quantity: 1, choices: [], notes: "" })
  return (
    <section className="kiosk-menu">
      <nav className="kiosk-categories" aria-label={t("kiosk.categories")}>
        {menu.categories.map(({ id, name }, index) => (
          <UnstyledButton
            key={id}
            className={`kiosk-category hue-${index % HUES}`}
            aria-current={id === shown ? "true" : undefined}
            onClick={() => setCategory(id)}
          >
            {name}
          </UnstyledButton>
        ))}
      </nav>
      <Tiles menu={menu} category={shown} onPick={pick} />
      <BasketBar menu={menu} onOpen={() => step({ type: "go", to: "basket" })} />
    </section>
  )
}

interface TilesProps {
  readonly menu: KioskMenu
  readonly category: string
  readonly onPick: (product: Product) => void
}

function Tiles({ menu, category, onPick }: TilesProps) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const hue = menu.categories.findIndex(({ id }) => id === category) % HUES
  return (
    <div className="tiles">
      {productsOf(menu, category).map((product) => {
        const available = isAvailable(menu, product)
        return (
          <UnstyledButton
            key={product.productId}
            className={`tile hue-${Math.max(hue, 0)}`}
            disabled={!available}
            onClick={() => onPick(product)}
          >
            <span className="tile-name">{product.name}</span>
            {product.description && <span className="tile-about">{product.description}</span>}
            <span className="tile-price figures">
              {available ? money(fromText(product.price)) : t("kiosk.soldOut")}
            </span>
          </UnstyledButton>
        )
      })}
    </div>
  )
}

function BasketBar({ menu, onOpen }: { menu: KioskMenu; onOpen: () => void }) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { visit } = useVisit()
  const { pieces, total, gone } = basketOf(menu, visit.lines)
  return (
    <div className="kiosk-bar" aria-live="polite">
      {gone.length > 0 && <span className="bar-gone">{t("kiosk.goneTitle")}</span>}
      <b className="figures bar-total">{money(total)}</b>
      <Button className="grow" size="xl" disabled={visit.lines.length === 0} onClick={onOpen}>
        {t("kiosk.seeBasket", { n: pieces })}
      </Button>
    </div>
  )
}
