/** One product: its options within their limits, a note, the quantity. Shows at once if it sold out. */
import "./product-screen.css"
import { Button } from "@mantine/core"
import { useState } from "react"
import { fromText } from "../../../protocol/money.ts"
import {
  type Choices,
  cartLineOf,
  choicesOf,
  type Group,
  groupsOf,
  isAvailable,
  isGroupComplete,
  modifiersOf,
} from "../../../protocol/rules/catalog/menu-lines.ts"
import { lineTotal, optionLimits } from "../../../protocol/rules/orders/cart.ts"
import { BASKET_NOTES_MAX, BASKET_QUANTITY_MAX } from "../../../protocol/shapes/basket.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { MenuOptions } from "../../../ui/menu-options.tsx"
import { Stepper } from "../../../ui/stepper.tsx"
import { type Translate, useLanguage } from "./language.ts"
import { TypedField } from "./typed-field.tsx"
import { type KioskMenu, useKiosk } from "./use-kiosk.tsx"
import { useVisit } from "./use-visit.tsx"
import type { Picked } from "./visit.ts"

interface ProductScreenProps {
  readonly picked: Picked
  readonly isNew: boolean
  readonly onClose: () => void
}

export function ProductScreen({ picked, isNew, onClose }: ProductScreenProps) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { menu } = useKiosk()
  const { step } = useVisit()
  const [choices, setChoices] = useState<Choices>(() => choicesOf(picked.choices))
  const [quantity, setQuantity] = useState(picked.quantity)
  const [notes, setNotes] = useState(picked.notes)
  const product = menu?.products.find(({ productId }) => productId === picked.productId)
  if (!menu || !product) return <SoldOut onClose={onClose} />
  const groups = groupsOf(menu, product)
  const can = isAvailable(menu, product)
  const complete = groups.every((group) => isGroupComplete(group, choices[group.id])) && areAvailable(menu, choices)
  const modifiers = modifiersOf(menu, product, choices)
  const total = money(lineTotal({ ...cartLineOf(product, picked.lineId), quantity, modifiers }))
  const done = () => {
    const chosen = modifiers.map(({ groupId, productId }) => ({ groupId, productId }))
    step({ type: isNew ? "add" : "change", line: { ...picked, quantity, notes: notes.trim(), choices: chosen } })
    onClose()
  }
  return (
    <section className="kiosk-form" aria-label={product.name}>
      <div className="kiosk-scroll">
        <h1>{product.name}</h1>
        {product.description && <p className="soft">{product.description}</p>}
        {!can && (
          <p role="alert" className="kiosk-alert">
            {t("product.gone")}
          </p>
        )}
        {groups.map((group) => (
          <Options
            key={group.id}
            menu={menu}
            group={group}
            chosen={choices[group.id] ?? []}
            onChange={(next) => setChoices({ ...choices, [group.id]: next })}
          />
        ))}
        <TypedField label={t("product.notes")} value={notes} maxLength={BASKET_NOTES_MAX} onChange={setNotes} />
      </div>
      <div className="kiosk-bar">
        <Button size="xl" variant="default" onClick={onClose}>
          {t("kiosk.back")}
        </Button>
        <Stepper
          value={quantity}
          min={1}
          max={BASKET_QUANTITY_MAX}
          labels={{ less: t("product.less"), more: t("product.more") }}
          onChange={setQuantity}
        />
        <Button className="grow" size="xl" disabled={!complete || !can} onClick={done}>
          {t(isNew ? "product.add" : "product.save", { total })}
        </Button>
      </div>
    </section>
  )
}

/** An option may sell out after it was chosen. */
function areAvailable(menu: KioskMenu, choices: Choices): boolean {
  const out = new Set(menu.products.filter(({ available }) => !available).map(({ productId }) => productId))
  return Object.values(choices).every((chosen) => chosen.every((productId) => !out.has(productId)))
}

function SoldOut({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage()
  return (
    <section className="kiosk-form">
      <p role="alert" className="kiosk-alert">
        {t("product.gone")}
      </p>
      <Button size="xl" onClick={onClose}>
        {t("kiosk.back")}
      </Button>
    </section>
  )
}

interface OptionsProps {
  readonly menu: KioskMenu
  readonly group: Group
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

function Options(props: OptionsProps) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const price = ({ available, price }: { available: boolean; price: string }) =>
    priceWords(available, fromText(price), { t, money })
  return <MenuOptions {...props} look="choice" words={{ limit: limitWords(props.group, t), price }} />
}

function priceWords(available: boolean, price: number, { t, money }: { t: Translate; money: (n: number) => string }) {
  if (!available) return t("kiosk.soldOut")
  return price === 0 ? "" : `+${money(price)}`
}

function limitWords(group: Group, t: Translate): string {
  const { min, max } = optionLimits(group)
  if (min === 0) return t("product.upTo", { n: max })
  return min === max ? t("product.exactly", { n: min }) : t("product.between", { min, max })
}
