/** The menu: categories, products, and a search field that also receives a scanner's input. */
import { TextInput, UnstyledButton } from "@mantine/core"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { fromText } from "../../../../protocol/money.ts"
import { type Product, productsOf, shownCategory } from "../../../../protocol/rules/catalog/menu-lines.ts"
import { useFigures } from "../../../../ui/figures.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { Empty } from "../../../../ui/states.tsx"
import { isButton, isField } from "../../../../ui/use-keys.ts"
import { useLanguage } from "../language.ts"
import { moveFocus } from "../move-focus.ts"
import type { Menu } from "../today.ts"
import { searchProducts } from "./find-products.ts"

interface MenuGridProps {
  readonly menu: Menu
  readonly onPick: (product: Product) => void
  /** True while a dialog is open: keys are not handled here. */
  readonly paused: boolean
}

export function MenuGrid({ menu, onPick, paused }: MenuGridProps) {
  const [category, setCategory] = useState(menu.categories[0]?.id ?? "")
  const [typed, setTyped] = useState("")
  const search = useRef<HTMLInputElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  useTypeAnywhere(search, paused)
  const shown = shownCategory(menu, category)
  const found = typed.trim() === "" ? productsOf(menu, shown) : searchProducts(menu, typed)
  const showCategory = (id: string) => {
    setCategory(id)
    setTyped("")
  }
  const pickFirst = (event: KeyboardEvent) => {
    if (event.key === "Escape") setTyped("")
    if (event.key === "ArrowDown") grid.current?.querySelector("button")?.focus()
    if (event.key !== "Enter" || typed.trim() === "") return
    event.preventDefault()
    const [first] = found.filter(({ available }) => available)
    // A text that was not found stays selected, so that the next scan replaces it.
    if (!first) return search.current?.select()
    onPick(first)
    setTyped("")
  }
  return (
    <section className="menu">
      <SearchField value={typed} onChange={setTyped} onKeyDown={pickFirst} field={search} />
      <Categories menu={menu} current={typed === "" ? shown : null} onPick={(id) => showCategory(id)} />
      <Products menu={menu} products={found} onPick={onPick} grid={grid} />
    </section>
  )
}

interface SearchFieldProps {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly field: React.Ref<HTMLInputElement>
}

function SearchField({ value, onChange, onKeyDown, field }: SearchFieldProps) {
  const { t } = useLanguage()
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={t("sell.search")}
      placeholder={t("sell.search")}
      leftSection={<Icon name="search" />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

interface CategoriesProps {
  readonly menu: Menu
  readonly current: string | null
  readonly onPick: (categoryId: string) => void
}

function Categories({ menu, current, onPick }: CategoriesProps) {
  const { t } = useLanguage()
  return (
    <nav className="categories" aria-label={t("sell.categories")} onKeyDown={moveFocus}>
      {menu.categories.map(({ id, name }, index) => (
        <UnstyledButton
          key={id}
          className={`category hue-${index % 6}`}
          aria-current={id === current ? "true" : undefined}
          onClick={() => onPick(id)}
        >
          {name}
        </UnstyledButton>
      ))}
    </nav>
  )
}

interface ProductsProps {
  readonly menu: Menu
  readonly products: readonly Product[]
  readonly onPick: (product: Product) => void
  readonly grid: React.Ref<HTMLDivElement>
}

function Products({ menu, products, onPick, grid }: ProductsProps) {
  const { t } = useLanguage()
  const { money } = useFigures()
  if (products.length === 0) return <Empty icon="search" title={t("sell.nothingFound")} />
  const hue = (productId: string) =>
    Math.max(
      0,
      menu.categories.findIndex(({ products: ids }) => ids.includes(productId)),
    ) % 6
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside
    <div className="products" onKeyDown={moveFocus} ref={grid}>
      {products.map((product) => (
        <UnstyledButton
          key={product.productId}
          className={`product hue-${hue(product.productId)}`}
          disabled={!product.available}
          onClick={() => onPick(product)}
        >
          <span className="product-name">{product.name}</span>
          <span className="product-price figures">
            {product.available ? money(fromText(product.price)) : t("sell.soldOut")}
          </span>
        </UnstyledButton>
      ))}
    </div>
  )
}

/** Focuses the search field when somebody types anywhere, because a scanner sends keys wherever the focus is. */
function useTypeAnywhere(field: React.RefObject<HTMLInputElement | null>, paused: boolean): void {
  useEffect(() => {
    if (paused) return
    const press = (event: globalThis.KeyboardEvent) => {
      const word = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey
      const away = isField(event.target) || document.querySelector("[role=dialog]") !== null
      if (word && !away && !(isButton(event.target) && event.key === " ")) field.current?.focus()
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [field, paused])
}
