/** A list as a table: what stands above it, the words over its columns, its rows; it scrolls by itself where the window is narrow. */
import type { ReactNode } from "react"

/** The word over a column. */
export interface Column {
  readonly word: string
  /** Its cells stand at the right. */
  readonly isNumber: boolean
}

interface ListTableProps {
  readonly caption?: string | undefined
  readonly columns?: readonly (string | Column)[]
  /** It stands within a card that is there already. */
  readonly isWithin?: boolean
  /** What belongs to it and is no row: a title, a trouble; that there are none, or more. */
  readonly above?: ReactNode
  readonly below?: ReactNode
  readonly children: ReactNode
}

export function ListTable({ caption, columns = [], isWithin = false, above, below, children }: ListTableProps) {
  return (
    <div className={isWithin ? "list-wrap" : "list-wrap card"}>
      {above}
      <table className="list">
        {caption && <caption>{caption}</caption>}
        {columns.length > 0 && <Heads columns={columns} />}
        <tbody>{children}</tbody>
      </table>
      {below}
    </div>
  )
}

function Heads({ columns }: { columns: readonly (string | Column)[] }) {
  const heads = columns.map((one) => (typeof one === "string" ? { word: one, isNumber: false } : one))
  return (
    <thead>
      <tr>
        {heads.map(({ word, isNumber }) => (
          <th key={word} scope="col" className={isNumber ? "number" : undefined}>
            {word}
          </th>
        ))}
      </tr>
    </thead>
  )
}
