/** A part of a screen under its title. */
import { Title } from "@mantine/core"
import { type ReactNode, useId } from "react"

interface CardProps {
  readonly title: string
  /** Marks the edge of a card that needs attention. */
  readonly tone?: "bad" | "note" | undefined
  readonly wide?: boolean
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function Card({ title, tone, wide = false, action, children }: CardProps) {
  const id = useId()
  const names = ["card", "part", wide ? "part-wide" : "", tone ? `part-${tone}` : ""]
  return (
    <section className={names.filter(Boolean).join(" ")} aria-labelledby={id}>
      <div className="part-head">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {action}
      </div>
      {children}
    </section>
  )
}
