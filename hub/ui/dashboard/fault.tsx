/** Explains a failed request; shows the hub's text and request id for support. */
import { Alert, Button, Group, Text } from "@mantine/core"
import type { RequestError } from "../../../ui/explain.ts"
import { Icon } from "../../../ui/icons.tsx"
import { useLanguage } from "./language.ts"

interface FaultProps {
  readonly answer: RequestError | null
  readonly onAgain?: () => void
  /** Replaces the message and details of a NOT_FOUND. */
  readonly notFound?: string
}

export function Fault({ answer, onAgain, notFound }: FaultProps) {
  const { t, keyOf } = useLanguage()
  if (!answer) return null
  const known = !answer.offline && answer.refused === "NOT_FOUND" ? notFound : undefined
  const words = answer.offline
    ? t(answer.why === "unreachable" ? "here.unreachable" : "here.silent")
    : t(keyOf(`here.${answer.refused}`) ?? keyOf(`refusal.${answer.refused}`) ?? "here.refused")
  return (
    <Alert color="bad" variant="light" icon={<Icon name="alert" />} title={known ?? words} role="alert">
      <Group justify="space-between" align="end">
        {!answer.offline && known === undefined && <Details answer={answer} />}
        {onAgain && (
          <Button variant="light" size="sm" onClick={onAgain}>
            {t("common.retry")}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

function Details({ answer }: { answer: Exclude<RequestError, { offline: true }> }) {
  return (
    <Text size="sm" c="dimmed">
      {answer.message}
      {answer.requestId && ` · ${answer.requestId}`}
    </Text>
  )
}
