/** One endpoint: state, actions, deliveries and replays. */
import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core"
import { useState } from "react"
import type { EventType } from "../../../../protocol/events/event-table.ts"
import { type Delivery, listDeliveries } from "../../../../protocol/http/admin/deliveries.ts"
import {
  pauseWebhook,
  resumeWebhook,
  rotateWebhook,
  testWebhook,
  type WebhookEndpoint,
} from "../../../../protocol/http/admin/webhooks.ts"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { Empty } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { PageHead } from "../page-head.tsx"
import { go, hrefOf } from "../route.ts"
import { useReadList } from "../use-read.ts"
import { useMe, useSession } from "../use-session.tsx"
import { EndpointDialog } from "./endpoint-dialog.tsx"
import { ReplayCard } from "./replay-card.tsx"
import type { ShownSecret } from "./secret-dialog.tsx"
import { StateBadge } from "./state-badge.tsx"

const STATUSES = ["waiting", "held", "delivered", "dead", "expired"] as const
type Status = (typeof STATUSES)[number]

interface EndpointViewProps {
  readonly endpoint: WebhookEndpoint
  readonly types: readonly string[]
  readonly status: string | undefined
  readonly onChanged: (secret: ShownSecret | null) => Promise<void>
}

export function EndpointView({ endpoint, types, status, onChanged }: EndpointViewProps) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  const { mayChange } = useMe()
  return (
    <Stack>
      <a href={hrefOf("webhooks")}>← {t("nav.webhooks")}</a>
      <PageHead title={endpoint.name} text={endpoint.url}>
        <StateBadge state={endpoint.state} />
      </PageHead>
      <Text>
        {endpoint.events.map((event) => (event === "*" ? t("webhooks.allEvents") : event)).join(" · ")}
        {endpoint.failingSince && ` · ${t("webhooks.failingSince", { at: moment(endpoint.failingSince) })}`}
        {endpoint.pausedAt && ` · ${t("webhooks.pausedSince", { at: moment(endpoint.pausedAt) })}`}
        {endpoint.rotatingUntil && ` · ${t("webhooks.rotating", { at: moment(endpoint.rotatingUntil) })}`}
      </Text>
      {mayChange("developers", endpoint.vendorId) && (
        <EndpointActions endpoint={endpoint} types={types} onChanged={onChanged} />
      )}
      <ReplayCard endpoint={endpoint} />
      <Deliveries endpointId={endpoint.endpointId} status={STATUSES.find((one) => one === status)} />
    </Stack>
  )
}

function EndpointActions({ endpoint, types, onChanged }: Omit<EndpointViewProps, "status">) {
  const { t } = useLanguage()
  const { client } = useSession()
  const { pending, error, request } = useRequest()
  const [editing, setEditing] = useState(false)
  const [type, setType] = useState<string>("webhook.test")
  const params = { endpointId: endpoint.endpointId }
  const pauseOrResume = async () => {
    const action = endpoint.state === "paused" ? resumeWebhook : pauseWebhook
    if (await request(() => client.call(action, { params }))) await onChanged(null)
  }
  const rotate = async () => {
    const done = await request(() => client.call(rotateWebhook, { params }))
    if (done) await onChanged({ what: endpoint.name, secret: done.data.secret })
  }
  const test = async () => {
    const done = await request(() => client.call(testWebhook, { params, body: { type: type as EventType } }))
    if (done) go(hrefOf("webhooks", [endpoint.endpointId, done.data.deliveryId]))
  }
  return (
    <>
      <Group align="end">
        <NativeSelect
          label={t("webhooks.testType")}
          value={type}
          data={[...types]}
          onChange={(event) => setType(event.currentTarget.value)}
        />
        <Button loading={pending} onClick={() => void test()}>
          {t("webhooks.test")}
        </Button>
        <Button variant="light" onClick={() => setEditing(true)}>
          {t("webhooks.edit")}
        </Button>
        <Button variant="light" loading={pending} onClick={() => void pauseOrResume()}>
          {t(endpoint.state === "paused" ? "webhooks.resume" : "webhooks.pause")}
        </Button>
        <ConfirmButton variant="light" loading={pending} onConfirm={() => void rotate()}>
          {t("webhooks.rotate")}
        </ConfirmButton>
      </Group>
      <Fault answer={error} />
      {editing && (
        <EndpointDialog endpoint={endpoint} types={types} onClose={() => setEditing(false)} onDone={onChanged} />
      )}
    </>
  )
}

function Deliveries({ endpointId, status }: { endpointId: string; status: Status | undefined }) {
  const { t } = useLanguage()
  const options = { params: { endpointId }, query: status ? { status } : {} }
  const list = useReadList(listDeliveries, options)
  return (
    <section className="card" style={{ padding: "12px 16px" }} aria-label={t("webhooks.deliveries")}>
      <Group justify="space-between" align="end">
        <NativeSelect
          label={t("webhooks.deliveries")}
          value={status ?? ""}
          data={[
            { value: "", label: t("webhooks.allStates") },
            ...STATUSES.map((one) => ({ value: one, label: t(`delivery.${one}`) })),
          ]}
          onChange={(event) => go(hrefOf("webhooks", [endpointId], { status: event.currentTarget.value }))}
        />
        <Button variant="light" size="sm" onClick={() => void list.again()}>
          {t("webhooks.refresh")}
        </Button>
      </Group>
      <GrowingList list={list} none={<Empty icon="up" title={t("webhooks.noDeliveries")} />}>
        {(items) => <DeliveryTable items={items} status={status} />}
      </GrowingList>
    </section>
  )
}

function DeliveryTable({ items, status }: { items: readonly Delivery[]; status: Status | undefined }) {
  const { t } = useLanguage()
  const { exact } = useMoments()
  return (
    <ListTable isWithin columns={[t("webhooks.event"), t("webhooks.state"), t("webhooks.answer"), t("webhooks.at")]}>
      {items.map((one) => (
        <tr key={one.deliveryId} data-delivery={one.status}>
          <td>
            <a href={hrefOf("webhooks", [one.endpointId, one.deliveryId], { status })}>{one.type}</a>
            <div className="code">{one.eventId}</div>
          </td>
          <td>{t(`delivery.${one.status}`)}</td>
          <td>{one.lastError ?? one.lastStatus ?? "–"}</td>
          <td className="figures">{exact(one.updatedAt)}</td>
        </tr>
      ))}
    </ListTable>
  )
}
