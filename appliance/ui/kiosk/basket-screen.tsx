/** The basket before the order is created: lines, products that sold out since, total. */
import "./basket-screen.css"
import { ActionIcon, Button, UnstyledButton } from "@mantine/core"
import { useState } from "react"
import { lineTotal } from "../../../protocol/rules/orders/cart.ts"
import { BASKET_QUANTITY_MAX } from "../../../protocol/shapes/basket.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { Empty } from "../../../ui/states.tsx"
import { Stepper } from "../../../ui/stepper.tsx"
import { type BasketRow, basketOf } from "./basket.ts"
import { useLanguage } from "./language.ts"
import { ProductScreen } from "./product-screen.tsx"
import { useKiosk } from "./use-kiosk.tsx"
import { useVisit } from "./use-visit.tsx"
import type { Picked } from "./visit.ts"

export function BasketScreen() {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { menu, state } = useKiosk()
  const { visit, step } = useVisit()
  const [changing, setChanging] = useState<Picked | null>(null)
  if (!menu) return null
  if (changing) return <ProductScreen picked={changing} isNew={false} onClose={() => setChanging(null)} />
  const basket = basketOf(menu, visit.lines)
  const closed = state !== null && !state.selling
  return (
    <section className="kiosk-form" aria-label={t("kiosk.basket")}>
      <div className="kiosk-scroll">
        <h1>{t("kiosk.basket")}</h1>
        <Notices gone={basket.gone} closed={closed} />
        {basket.rows.length === 0 ? (
          <Empty icon="sell" title={t("kiosk.empty")}>
            {t("kiosk.emptyDo")}
          </Empty>
        ) : (
          <ol className="kiosk-lines">
            {basket.rows.map((row) => (
              <Line key={row.picked.lineId} row={row} onChange={() => setChanging(row.picked)} />
            ))}
          </ol>
        )}
      </div>
      <p className="kiosk-total">
        <span>
          {t("kiosk.total")} <small>{t("kiosk.taxesIn")}</small>
        </span>
        <b className="figures">{money(basket.total)}</b>
      </p>
      <div className="kiosk-bar">
        <Button size="xl" variant="default" onClick={() => step({ type: "go", to: "menu" })}>
          {t("kiosk.more")}
        </Button>
        <Button
          className="grow"
          size="xl"
          disabled={basket.rows.length === 0 || basket.gone.length > 0 || closed}
          onClick={() => step({ type: "go", to: "buyer" })}
        >
          {t("kiosk.next")}
        </Button>
      </div>
    </section>
  )
}

function Notices({ gone, closed }: { gone: readonly string[]; closed: boolean }) {
  const { t } = useLanguage()
  const { visit, step } = useVisit()
  const notice = closed ? "closed" : visit.notice
  return (
    <>
      {notice && gone.length === 0 && (
        <p role="alert" className="kiosk-alert">
          {t(`notice.${notice}`)}
        </p>
      )}
      {gone.length > 0 && (
        <div role="alert" className="kiosk-alert">
          <b>{t("kiosk.goneTitle")}</b> {t("kiosk.gone")}
          <Button variant="default" onClick={() => step({ type: "drop", lineIds: gone })}>
            {t("kiosk.dropGone")}
          </Button>
        </div>
      )}
    </>
  )
}

function Line({ row: { picked, line, name }, onChange }: { row: BasketRow; onChange: () => void }) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { step } = useVisit()
  const set = (quantity: number) => step({ type: "quantity", lineId: picked.lineId, quantity })
  const extras = [...(line?.modifiers.map((modifier) => modifier.name) ?? []), picked.notes].filter(Boolean)
  return (
    <li className="kiosk-line" data-gone={line === null}>
      <UnstyledButton className="kiosk-what" aria-label={t("product.change", { name })} onClick={onChange}>
        <b>{name}</b>
        {extras.length > 0 && <small>{extras.join(" · ")}</small>}
        <span className="figures">{line ? money(lineTotal(line)) : t("kiosk.soldOut")}</span>
      </UnstyledButton>
      {line && (
        <Stepper
          value={picked.quantity}
          min={1}
          max={BASKET_QUANTITY_MAX}
          labels={{ less: t("product.less"), more: t("product.more") }}
          onChange={set}
        />
      )}
      <ActionIcon
        className="step"
        variant="subtle"
        color="bad"
        aria-label={t("product.remove", { name })}
        onClick={() => set(0)}
      >
        <Icon name="trash" />
      </ActionIcon>
    </li>
  )
}
