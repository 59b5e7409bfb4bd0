/** A list as a table; it scrolls sideways in a narrow window. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"

export interface Column {
  readonly word: string
  /** Aligned to the right. */
  readonly isNumber: boolean
}

interface ListTableProps {
  readonly caption?: string | undefined
  readonly columns?: readonly (string | Column)[]
  /** The table is already inside a card. */
  readonly isWithin?: boolean
  /** Content around the table: a title, an error, a button for more. */
  readonly above?: ReactNode
  readonly below?: ReactNode
  readonly children: ReactNode
}

export function ListTable({ caption, columns = [], isWithin = false, above, below, children }: ListTableProps) {
  const wrap = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(wrap)
  return (
    // A table that scrolls must be reachable by keyboard; any other is no tab stop.
    <div ref={wrap} className={isWithin ? "list-wrap" : "list-wrap card"} tabIndex={scrolls ? 0 : undefined}>
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

/** Whether the content is wider than its container, updated when either changes. */
function useScrolls(wrap: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = wrap.current
    if (!element) return
    // Synchronously, so that a scrolling table is reachable by keyboard at once, also on a busy machine.
    const observer = new ResizeObserver(() => flushSync(() => setScrolls(element.scrollWidth > element.clientWidth)))
    for (const part of [element, ...element.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [wrap])
  return scrolls
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
