/** The pages' icons as inline SVG. They are decoration: a text is always beside them. */
import type { ReactNode } from "react"

const SHAPES = {
  check: <path d="M4 12.5l5.2 5.2L20 7" />,
  cross: <path d="M6 6l12 12M18 6L6 18" />,
  alert: <path d="M12 4L2.5 20h19L12 4zm0 6v4.5m0 2.6v.4" />,
  up: <path d="M12 20V5m0 0l-6 6m6-6l6 6" />,
  back: <path d="M20 12H5m0 0l6-6m-6 6l6 6" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  trash: <path d="M4 7h16M9.5 7V4h5v3M6.500 7l1 13h9l1-13M10 11v5.500m4-5.500v5.500" />,
  search: <path d="M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zm5 11.5L21 21" />,
  printer: <path d="M7 9V3.5h10V9M7 17H4V9h16v8h-3m-10-3h10v6.5H7V14z" />,
  sell: <path d="M3 5h2.5l2.4 10.5h10L20.5 8H6.6M9 20h.1m7.4 0h.1" />,
  orders: <path d="M5 3.5h14v17l-3.5-2-3.5 2-3.5-2-3.5 2v-17zM8.5 8.5h7m-7 4h7" />,
  drawer: <path d="M3 9h18v10H3V9zm2-5h14l2 5H3l2-5zm5 10h4" />,
  day: <path d="M4 6h16v14H4V6zm0 5h16M8.5 3.5V8m7-4.5V8" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  cash: <path d="M2.5 6.5h19v11h-19v-11zm9.5 3a2.5 2.5 0 100 5 2.5 2.5 0 000-5z" />,
  card: <path d="M2.5 5.5h19v13h-19v-13zm0 4.5h19M6 15h4" />,
  phone: <path d="M7 2.5h10v19H7v-19zm4 15.5h2" />,
  erase: <path d="M9 5h12v14H9l-6.5-7L9 5zm3.5 4.5l5 5m0-5l-5 5" />,
  edit: <path d="M4 20l1-4.5L16.5 4 20 7.5 8.5 19 4 20z" />,
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof SHAPES

export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {SHAPES[name]}
    </svg>
  )
}

/** An SVG as an image URL, so that scripts in the picture cannot run. */
export function svgUrl(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}
