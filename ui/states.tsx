/** Common states of screens: loading, empty, error. */
import { Alert, Button, Center, Loader, Stack, Text, Title } from "@mantine/core"
import type { ReactNode } from "react"
import type { Refused } from "../protocol/client/index.ts"
import { explain, needsDetails, type RequestError } from "./explain.ts"
import { Icon, type IconName } from "./icons.tsx"
import { useLanguage } from "./language.tsx"

export function Loading({ children }: { children: ReactNode }) {
  return (
    <Center className="state" role="status">
      <Stack align="center">
        <Loader />
        <Text>{children}</Text>
      </Stack>
    </Center>
  )
}

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly action?: { readonly label: string; readonly onClick: () => void }
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <Center className="state">
      <Stack align="center" gap="xs" maw={420}>
        <span className="state-icon">
          <Icon name={icon} size={34} />
        </span>
        <Title order={2} size="h3" ta="center">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" ta="center">
            {children}
          </Text>
        )}
        {action && (
          <Button mt="sm" onClick={action.onClick}>
            {action.label}
          </Button>
        )}
      </Stack>
    </Center>
  )
}

/** Explains a failed request. If the message leaves something open, shows the server's text and request id for support. */
export function ErrorState({ answer }: { answer: RequestError | null }) {
  const { t, keyOf } = useLanguage()
  if (!answer) return null
  if (answer.offline && answer.why === "away") return <AwayAlert since={answer.since} />
  const key = explain(answer, keyOf)
  const details = needsDetails(key) ? refusalIn(answer) : null
  return (
    <Alert color="bad" variant="light" icon={<Icon name="alert" />} title={t(key)} role="alert">
      {details && details.message !== "" && (
        <Text size="sm" c="dimmed">
          {details.message}
          {details.requestId && ` · ${details.requestId}`}
        </Text>
      )}
    </Alert>
  )
}

/** Says that the box is away and that the request will be sent again. */
export function AwayAlert({ since, children }: { since: string; children?: ReactNode }) {
  const { t } = useLanguage()
  return (
    <Alert color="bad" variant="light" icon={<Icon name="alert" />} title={t("box.away", { since })} role="alert">
      <Text>{children ?? t("box.awaySaving")}</Text>
    </Alert>
  )
}

function refusalIn(answer: RequestError): Pick<Refused, "message" | "requestId"> | null {
  return answer.offline ? null : answer
}
