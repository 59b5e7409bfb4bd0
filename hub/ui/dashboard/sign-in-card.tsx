/** The centred card of the pages before the sign-in. */
import { Paper, Stack, Text, Title } from "@mantine/core"
import type { ReactNode } from "react"
import { Brand } from "../../../ui/brand.tsx"
import { LanguagePicker } from "../../../ui/language-picker.tsx"

interface SignInCardProps {
  readonly title: string
  readonly text?: string
  readonly children: ReactNode
}

export function SignInCard({ title, text, children }: SignInCardProps) {
  return (
    <main className="welcome">
      <Paper className="card welcome-card" p="xl">
        <Stack>
          <Brand large />
          <Title order={1} size="h2">
            {title}
          </Title>
          {text && <Text c="dimmed">{text}</Text>}
          {children}
          <LanguagePicker />
        </Stack>
      </Paper>
    </main>
  )
}
