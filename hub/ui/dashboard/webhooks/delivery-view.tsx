/** One delivery: the body as sent, and both sides of each attempt. */
import { Button, Group, Stack, Text, Title } from "@mantine/core"
import { type DeliveryAttempt, readDelivery, resendDelivery } from "../../../../protocol/http/admin/deliveries.ts"
import { Loading } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { useLanguage } from "../language.ts"
import { PageHead } from "../page-head.tsx"
import { hrefOf, type Route } from "../route.ts"
import { useRead } from "../use-read.ts"
import { useRefresh } from "../use-refresh.ts"
import { useSession } from "../use-session.tsx"

interface DeliveryViewProps {
  readonly deliveryId: string
  readonly endpointId: string
  /** What the list was narrowed by that led here. */
  readonly list: Route["query"]
}

export function DeliveryView({ deliveryId, endpointId, list }: DeliveryViewProps) {
  const { t } = useLanguage()
  const { client } = useSession()
  const { pending, trouble, ask } = useRequest()
  const read = useRead(readDelivery, { params: { deliveryId } })
  const { again, data } = read
  const isWaiting = data?.delivery.status === "waiting"
  useRefresh(again, isWaiting)
  const resend = async () => {
    if (await ask(() => client.call(resendDelivery, { params: { deliveryId } }))) await again()
  }
  if (!data) {
    return read.trouble ? (
      <Fault answer={read.trouble} onAgain={() => void again()} />
    ) : (
      <Loading>{t("frame.reading")}</Loading>
    )
  }
  const { delivery, body, attempts } = data
  return (
    <Stack>
      <a href={hrefOf("webhooks", [endpointId], list)}>← {delivery.endpoint}</a>
      <PageHead title={delivery.type} text={`${delivery.eventId} · ${t(`delivery.${delivery.status}`)}`}>
        <Button loading={pending} disabled={isWaiting && delivery.lastError === null} onClick={() => void resend()}>
          {t("hooks.resend")}
        </Button>
      </PageHead>
      <Fault answer={trouble} />
      {attempts.length === 0 && <Text>{t("hooks.noAttempt")}</Text>}
      {attempts.map((attempt) => (
        <Attempt key={attempt.at} attempt={attempt} />
      ))}
      <section className="card" style={{ padding: "12px 16px" }} aria-label={t("hooks.body")}>
        <Title order={2} size="h4">
          {t("hooks.body")}
        </Title>
        <pre className="code sent">{prettyOf(body)}</pre>
      </section>
    </Stack>
  )
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { t } = useLanguage()
  const { exact } = useMoments()
  const { at, durationMs, url, requestHeaders, status, responseHeaders, responseBody, error } = attempt
  return (
    <section className="card" style={{ padding: "12px 16px" }} data-attempt={status ?? "none"}>
      <Title order={2} size="h4">
        {exact(at)} · {status ?? t("hooks.noAnswer")} · {durationMs} ms
      </Title>
      {error && <Text c="bad">{error}</Text>}
      <Group align="start" grow>
        <Side title={t("hooks.sent")} head={`POST ${url}`} headers={requestHeaders} body={null} />
        <Side
          title={t("hooks.back")}
          head={String(status ?? "–")}
          headers={responseHeaders ?? {}}
          body={responseBody}
        />
      </Group>
    </section>
  )
}

interface SideProps {
  readonly title: string
  readonly head: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

function Side({ title, head, headers, body }: SideProps) {
  return (
    <div className="side">
      <Text fw={600}>{title}</Text>
      <div className="code">{head}</div>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name} className="code">
          {name}: {value}
        </div>
      ))}
      {body && <pre className="code sent">{body}</pre>}
    </div>
  )
}

function prettyOf(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
