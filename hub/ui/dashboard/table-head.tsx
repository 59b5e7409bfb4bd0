/** The head of a table, column by column. */
export interface Column {
  readonly word: string
  /** Its cells stand at the right. */
  readonly isNumber: boolean
}

export function TableHead({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ word, isNumber }) => (
          <th key={word} scope="col" className={isNumber ? "number" : undefined}>
            {word}
          </th>
        ))}
      </tr>
    </thead>
  )
}
