/** A table with a row per store, each linked to the store's own page. */
import type { ReactNode } from "react"
import { useLanguage } from "./language.ts"
import { type Column, ListTable } from "./list-table.tsx"

interface SumRow {
  readonly key: string
  readonly href: string
  readonly code: string | null
  readonly name: string
  readonly cells: readonly ReactNode[]
}

interface StoreSumsProps {
  readonly caption?: string
  /** Columns after the store's name. */
  readonly columns: readonly Column[]
  readonly rows: readonly SumRow[]
}

export function StoreSums({ caption, columns, rows }: StoreSumsProps) {
  const { t } = useLanguage()
  return (
    <ListTable caption={caption} columns={[t("stores.store"), ...columns]}>
      {rows.map(({ key, href, code, name, cells }) => (
        <tr key={key}>
          <td>
            <a href={href}>
              {code ?? "–"} · {name}
            </a>
          </td>
          {columns.map(({ word, isNumber }, index) => (
            <td key={word} className={isNumber ? "number" : undefined}>
              {cells[index]}
            </td>
          ))}
        </tr>
      ))}
    </ListTable>
  )
}
