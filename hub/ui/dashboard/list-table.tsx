/** A list as a table: what stands above it, the words over its columns, its rows; it scrolls by itself where the window is narrow. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"

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
  const wrap = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(wrap)
  return (
    // What scrolls is reached by keys as well; what does not is no stop on the way.
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

/** Whether it is wider than its place, as that and what is in it change. */
function useScrolls(wrap: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = wrap.current
    if (!element) return
    // In the frame in which it changes: a busy machine would leave a list that scrolls out of the reach of keys until React has time.
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
