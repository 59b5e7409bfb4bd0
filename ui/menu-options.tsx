/** The options of one modifier group, for the register and the kiosk. */
import { Text, UnstyledButton } from "@mantine/core"
import type { KeyboardEvent } from "react"
import {
  type Group,
  isGroupComplete,
  optionsOf,
  type Product,
  type SoldMenu,
} from "../protocol/rules/catalog/menu-lines.ts"
import { toggleOption } from "../protocol/rules/orders/cart.ts"
import { Icon } from "./icons.tsx"

interface MenuOptionsProps {
  readonly menu: Pick<SoldMenu, "products" | "modifierGroups">
  readonly group: Group
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly words: {
    /** How many options must and may be chosen. */
    readonly limit: string
    /** Price of an option; may be empty. */
    readonly price: (option: Product) => string
  }
  /** Prefix of the CSS classes. */
  readonly look: "option" | "choice"
  readonly onKeyDown?: (event: KeyboardEvent<HTMLFieldSetElement>) => void
  /** Focuses the first option when the dialog opens. */
  readonly takesFocus?: boolean
}

/** A sold-out option cannot be chosen, but can be removed. */
export function MenuOptions({ menu, group, chosen, onChange, words, look, onKeyDown, takesFocus }: MenuOptionsProps) {
  const options = optionsOf(menu, group)
  const first = takesFocus ? options.find(({ available }) => available) : undefined
  return (
    <fieldset className={`${look}s`} onKeyDown={onKeyDown}>
      <legend>
        <b>{group.name}</b>{" "}
        <Text span size="sm" c={isGroupComplete(group, chosen) ? "dimmed" : "bad"}>
          {words.limit}
        </Text>
      </legend>
      <div className={`${look}-grid`}>
        {options.map((option) => {
          const on = chosen.includes(option.productId)
          return (
            <UnstyledButton
              key={option.productId}
              className={look}
              role={group.type === "RADIO" ? "radio" : "checkbox"}
              aria-checked={on}
              disabled={!option.available && !on}
              data-autofocus={option === first || undefined}
              onClick={() => onChange(toggleOption(group, chosen, option.productId))}
            >
              <span className={`${look}-mark`}>{on && <Icon name="check" size={18} />}</span>
              <span className={`${look}-name`}>{option.name}</span>
              <span className="figures">{words.price(option)}</span>
            </UnstyledButton>
          )
        })}
      </div>
    </fieldset>
  )
}
