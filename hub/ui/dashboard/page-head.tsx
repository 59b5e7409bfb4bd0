/** A page's head: title, one sentence, and actions. */
import { Group, Text, Title } from "@mantine/core"
import type { ReactNode } from "react"

interface PageHeadProps {
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

export function PageHead({ title, text, children }: PageHeadProps) {
  return (
    <Group justify="space-between" align="end" className="dash-page-head">
      <div>
        <Title order={1} size="h2">
          {title}
        </Title>
        {text && <Text c="dimmed">{text}</Text>}
      </div>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
  )
}
