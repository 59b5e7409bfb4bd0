/** The cart: lines, total with taxes, and the button to the charge. */
import { Button, SegmentedControl, UnstyledButton } from "@mantine/core"
import { useEffect, useRef } from "react"
import { type CartLine, cartTotals, lineTotal } from "../../../../protocol/rules/orders/cart.ts"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { Empty, ErrorState } from "../../../../ui/states.tsx"
import { Stepper } from "../../../../ui/stepper.tsx"
import { useLanguage } from "../language.ts"
import { changedLine, type Fulfillment } from "../sale.ts"
import { useSale } from "../use-sale.tsx"

export function CartPanel({ onEdit }: { onEdit: (line: CartLine) => void }) {
  const { t } = useLanguage()
  const { sale, step } = useSale()
  const list = useTouchedInView(sale.lines)
  return (
    <section className="cart" aria-label={t("cart.label")}>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t("cart.fulfillment")}
        value={sale.fulfillment}
        onChange={(value) => step({ type: "fulfillment", fulfillment: value as Fulfillment })}
        data={[
          { value: "DINE_IN", label: t("cart.DINE_IN") },
          { value: "TAKE_AWAY", label: t("cart.TAKE_AWAY") },
        ]}
      />
      <ErrorState answer={sale.fault} />
      {sale.lines.length === 0 ? (
        <Empty icon="sell" title={t("cart.empty")}>
          {t("cart.emptyDo")}
        </Empty>
      ) : (
        <ol className="lines" ref={list}>
          {sale.lines.map((line) => (
            <Line key={line.lineId} line={line} onEdit={() => onEdit(line)} />
          ))}
        </ol>
      )}
      <CartFoot />
    </section>
  )
}

/** Scrolls the changed line of a long cart into view. */
function useTouchedInView(lines: readonly CartLine[]) {
  const list = useRef<HTMLOListElement>(null)
  const before = useRef(lines)
  useEffect(() => {
    const touched = changedLine(before.current, lines)
    before.current = lines
    list.current?.querySelector(`[data-line="${touched}"]`)?.scrollIntoView({ block: "nearest" })
  }, [lines])
  return list
}

function Line({ line, onEdit }: { line: CartLine; onEdit: () => void }) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { step } = useSale()
  const count = (quantity: number) => step({ type: "quantity", lineId: line.lineId, quantity })
  const extras = [...line.modifiers.map(({ name }) => name), ...(line.notes ? [`“${line.notes}”`] : [])]
  return (
    <li className="line" data-line={line.lineId}>
      <UnstyledButton className="line-what" onClick={onEdit} aria-label={t("cart.edit", { name: line.name })}>
        <span className="line-name">{line.name}</span>
        {extras.length > 0 && <span className="line-extras">{extras.join(" · ")}</span>}
        <span className="line-price figures">{money(lineTotal(line))}</span>
      </UnstyledButton>
      <Stepper
        size={48}
        value={line.quantity}
        min={0}
        max={Number.POSITIVE_INFINITY}
        lessIcon={line.quantity === 1 ? "trash" : "minus"}
        labels={{ less: t("cart.less", { name: line.name }), more: t("cart.more", { name: line.name }) }}
        onChange={count}
      />
    </li>
  )
}

function CartFoot() {
  const { t } = useLanguage()
  const { money, rate, decimals } = useFigures()
  const { sale, step, send, restart } = useSale()
  const { subtotal, taxes, total } = cartTotals(sale.lines, decimals)
  const empty = sale.lines.length === 0
  return (
    <div className="cart-foot">
      <dl className="sums figures">
        <dt>{t("cart.subtotal")}</dt>
        <dd>{money(subtotal)}</dd>
        {taxes.map((tax) => (
          <TaxRow key={`${tax.code} ${tax.rate}`} label={`${tax.code} ${rate(tax.rate)}`} amount={money(tax.amount)} />
        ))}
      </dl>
      <div className="total figures">
        <span>{t("cart.total")}</span>
        <b>{money(total)}</b>
      </div>
      <Button
        size="xl"
        fullWidth
        disabled={empty}
        onClick={() => step({ type: "charge" })}
        rightSection={<kbd>F9</kbd>}
      >
        {t("cart.charge")}
      </Button>
      <div className="cart-more">
        <Button size="md" px="xs" variant="light" disabled={empty} onClick={send}>
          {t("cart.keepOpen")}
        </Button>
        <ConfirmButton size="md" px="xs" variant="subtle" disabled={empty} onConfirm={restart}>
          {t("cart.clear")}
        </ConfirmButton>
      </div>
    </div>
  )
}

function TaxRow({ label, amount }: { label: string; amount: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </>
  )
}
