/** A bar chart as an accessible table: per row a bar with its figure, and a thin bar of the earlier period. */
export interface Bar {
  readonly label: string
  readonly value: number
  readonly before?: number
  /** Formatted value: `$ 12.50`. */
  readonly figure: string
  readonly beforeFigure?: string
}

interface BarsProps {
  readonly caption: string
  readonly head: { readonly label: string; readonly value: string; readonly before?: string }
  readonly bars: readonly Bar[]
}

const WIDTH = 240
const HEIGHT = 20

export function Bars({ caption, head, bars }: BarsProps) {
  const most = Math.max(1, ...bars.flatMap(({ value, before = 0 }) => [value, before]))
  const long = (value: number) => (Math.max(0, value) / most) * WIDTH
  return (
    <table className="list bars">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head.label}</th>
          <td aria-hidden="true" />
          <th scope="col" className="number">
            {head.value}
          </th>
          {head.before && (
            <th scope="col" className="number">
              {head.before}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, value, before, figure, beforeFigure }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td aria-hidden="true">
              <svg
                width={WIDTH}
                height={HEIGHT}
                viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                preserveAspectRatio="none"
                role="presentation"
              >
                <rect x="0" y="3" height="9" width={long(value)} rx="2" fill="var(--ember)" />
                {before !== undefined && (
                  <rect x="0" y="14" height="4" width={long(before)} rx="1" fill="var(--soft)" />
                )}
              </svg>
            </td>
            <td className="number">{figure}</td>
            {head.before && <td className="number">{beforeFigure}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
