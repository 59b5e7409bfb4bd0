/** Adds a product to the sale or changes a line of it: modifiers, notes and quantity. */
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core"
import { type FormEvent, type KeyboardEvent, useState } from "react"
import { fromText } from "../../../../protocol/money.ts"
import {
  type Choices,
  choicesOf,
  groupsOf,
  isGroupComplete,
  type Group as ModifierGroup,
  modifiersOf,
} from "../../../../protocol/rules/catalog/menu-lines.ts"
import { type CartLine, lineTotal, optionLimits, QUANTITY_MAX } from "../../../../protocol/rules/orders/cart.ts"
import { useFigures } from "../../../../ui/figures.tsx"
import { MenuOptions } from "../../../../ui/menu-options.tsx"
import { Stepper } from "../../../../ui/stepper.tsx"
import { type Translate, useLanguage } from "../language.ts"
import { moveFocus } from "../move-focus.ts"
import type { Menu } from "../today.ts"
import { useSale } from "../use-sale.tsx"

const NOTES_MAX = 200

interface LineDialogProps {
  readonly menu: Menu
  readonly line: CartLine
  readonly isNew: boolean
  readonly onClose: () => void
}

export function LineDialog({ menu, line, isNew, onClose }: LineDialogProps) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { step } = useSale()
  const { groups, choices, setChoices, notes, setNotes, quantity, setQuantity, next, complete } = useLineDraft(
    menu,
    line,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!complete) return
    step(isNew ? { type: "add", line: next } : { type: "change", line: next })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={line.name} size="lg" closeButtonProps={{ "aria-label": t("common.close") }}>
      <form onSubmit={submit}>
        <Stack>
          {groups.map((group, index) => (
            <Options
              key={group.id}
              takesFocus={index === 0}
              menu={menu}
              group={group}
              chosen={choices[group.id] ?? []}
              onChange={(chosen) => setChoices({ ...choices, [group.id]: chosen })}
            />
          ))}
          <TextInput
            label={t("line.notes")}
            placeholder={t("line.notesHint")}
            maxLength={NOTES_MAX}
            value={notes}
            onChange={(event) => setNotes(event.currentTarget.value)}
          />
          <Group justify="space-between" wrap="nowrap" className="dialog-act">
            <Stepper
              size={56}
              className="stepper-large"
              value={quantity}
              min={1}
              max={QUANTITY_MAX}
              labels={{ less: t("line.less"), more: t("line.more") }}
              onChange={setQuantity}
            />
            <Button
              type="submit"
              size="xl"
              disabled={!complete}
              className="grow"
              data-autofocus={groups.length === 0 || undefined}
            >
              {isNew ? t("line.add") : t("line.save")} · {money(lineTotal(next))}
            </Button>
          </Group>
          {!isNew && <RemoveButton lineId={line.lineId} onClose={onClose} />}
        </Stack>
      </form>
    </Modal>
  )
}

function RemoveButton({ lineId, onClose }: { lineId: string; onClose: () => void }) {
  const { t } = useLanguage()
  const { step } = useSale()
  const remove = () => {
    step({ type: "quantity", lineId, quantity: 0 })
    onClose()
  }
  return (
    <Button variant="subtle" color="bad" onClick={remove}>
      {t("line.remove")}
    </Button>
  )
}

/** The line as edited so far; `complete` when every modifier group has enough choices. */
function useLineDraft(menu: Menu, line: CartLine) {
  const [choices, setChoices] = useState<Choices>(() => choicesOf(line.modifiers))
  const [notes, setNotes] = useState(line.notes)
  const [quantity, setQuantity] = useState(line.quantity)
  const product = menu.products.find(({ productId }) => productId === line.productId)
  const groups = product ? groupsOf(menu, product) : []
  const modifiers = product ? modifiersOf(menu, product, choices) : line.modifiers
  const next: CartLine = { ...line, modifiers, notes: notes.trim(), quantity }
  const complete = groups.every((group) => isGroupComplete(group, choices[group.id]))
  return { groups, choices, setChoices, notes, setNotes, quantity, setQuantity, next, complete }
}

interface OptionsProps {
  readonly menu: Menu
  readonly group: ModifierGroup
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly takesFocus: boolean
}

function Options(props: OptionsProps) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const price = (option: { price: string }) => (fromText(option.price) === 0 ? "" : `+${money(fromText(option.price))}`)
  return (
    <MenuOptions
      {...props}
      look="option"
      words={{ limit: limitWords(props.group, t), price }}
      onKeyDown={moveOrConfirm}
    />
  )
}

/** Arrow keys move the focus, space selects, Enter submits. */
function moveOrConfirm(event: KeyboardEvent<HTMLFieldSetElement>) {
  moveFocus(event)
  if (event.key !== "Enter") return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function limitWords(group: ModifierGroup, t: Translate): string {
  const { min, max } = optionLimits(group)
  if (min === 0) return t("line.upTo", { n: max })
  return min === max ? t("line.exactly", { n: min }) : t("line.between", { min, max })
}
