/** One delivery: its body, and each attempt with its answer. */
import { Button, Group, Stack, Text, Title } from "@mantine/core"
import { type DeliveryAttempt, readDelivery, resendDelivery } from "../../../../protocol/http/admin/deliveries.ts"
import { Loading } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { useLanguage } from "../language.ts"
import { PageHead } from "../page-head.tsx"
import { prettyJson } from "../requests/request-view.tsx"
import { hrefOf, type Route } from "../route.ts"
import { useRead } from "../use-read.ts"
import { useRefresh } from "../use-refresh.ts"
import { useSession } from "../use-session.tsx"

interface DeliveryViewProps {
  readonly deliveryId: string
  readonly endpointId: string
  /** The list's filter, for the way back. */
  readonly list: Route["query"]
}

export function DeliveryView({ deliveryId, endpointId, list }: DeliveryViewProps) {
  const { t } = useLanguage()
  const { client } = useSession()
  const { pending, error, request } = useRequest()
  const read = useRead(readDelivery, { params: { deliveryId } })
  const { again, data } = read
  const isWaiting = data?.delivery.status === "waiting"
  useRefresh(again, isWaiting)
  const resend = async () => {
    if (await request(() => client.call(resendDelivery, { params: { deliveryId } }))) await again()
  }
  if (!data) {
    return read.error ? (
      <Fault answer={read.error} onAgain={() => void again()} />
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
          {t("webhooks.resend")}
        </Button>
      </PageHead>
      <Fault answer={error} />
      {attempts.length === 0 && <Text>{t("webhooks.noAttempt")}</Text>}
      {attempts.map((attempt) => (
        <Attempt key={attempt.at} attempt={attempt} />
      ))}
      <section className="card" style={{ padding: "12px 16px" }} aria-label={t("webhooks.body")}>
        <Title order={2} size="h4">
          {t("webhooks.body")}
        </Title>
        <pre className="code sent">{prettyJson(body)}</pre>
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
        {exact(at)} · {status ?? t("webhooks.noAnswer")} · {durationMs} ms
      </Title>
      {error && <Text c="bad">{error}</Text>}
      <Group align="start" grow>
        <Side title={t("webhooks.sent")} head={`POST ${url}`} headers={requestHeaders} body={null} />
        <Side
          title={t("webhooks.back")}
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
