/** The webhook endpoints; or one endpoint or delivery, by the address. */
import { Button, Stack } from "@mantine/core"
import { useState } from "react"
import { listWebhooks, readWebhook, type WebhookEndpoint } from "../../../../protocol/http/admin/webhooks.ts"
import { Empty, Loading } from "../../../../ui/states.tsx"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { PageHead } from "../page-head.tsx"
import { hrefOf, type PageProps } from "../route.ts"
import { useRead, useReadList } from "../use-read.ts"
import { useMe } from "../use-session.tsx"
import { DeliveryView } from "./delivery-view.tsx"
import { EndpointDialog } from "./endpoint-dialog.tsx"
import { EndpointView } from "./endpoint-view.tsx"
import { SecretDialog, type ShownSecret } from "./secret-dialog.tsx"
import { StateBadge } from "./state-badge.tsx"

export function WebhooksPage({ route }: PageProps) {
  const { t } = useLanguage()
  const { may } = useMe()
  const list = useReadList(listWebhooks, { query: {} })
  const [adding, setAdding] = useState(false)
  const [shown, setShown] = useState<ShownSecret | null>(null)
  const [endpointId, deliveryId] = route.path
  const types = list.data?.eventTypes ?? []
  const made = async (secret: ShownSecret | null) => {
    setShown(secret)
    await list.again()
  }
  if (deliveryId && endpointId) {
    return <DeliveryView deliveryId={deliveryId} endpointId={endpointId} list={route.query} />
  }
  if (endpointId) return <OneEndpoint endpointId={endpointId} types={types} status={route.query.status} />
  return (
    <Stack>
      <PageHead title={t("nav.webhooks")} text={t("webhooks.text")}>
        {may("developers") && <Button onClick={() => setAdding(true)}>{t("webhooks.add")}</Button>}
      </PageHead>
      <GrowingList list={list} none={<Empty icon="up" title={t("webhooks.none")} />}>
        {(endpoints) => <EndpointTable endpoints={endpoints} />}
      </GrowingList>
      {adding && <EndpointDialog endpoint={null} types={types} onClose={() => setAdding(false)} onDone={made} />}
      {shown && <SecretDialog secrets={[shown]} onClose={() => setShown(null)} />}
    </Stack>
  )
}

interface OneEndpointProps {
  readonly endpointId: string
  readonly types: readonly string[]
  readonly status: string | undefined
}

function OneEndpoint({ endpointId, types, status }: OneEndpointProps) {
  const { t } = useLanguage()
  const { data, error, again } = useRead(readWebhook, { params: { endpointId } })
  const [shown, setShown] = useState<ShownSecret | null>(null)
  const changed = async (secret: ShownSecret | null) => {
    setShown(secret)
    await again()
  }
  return (
    <>
      <Fault answer={error} onAgain={() => void again()} />
      {!data && !error && <Loading>{t("frame.reading")}</Loading>}
      {data && <EndpointView endpoint={data} types={types} status={status} onChanged={changed} />}
      {shown && <SecretDialog secrets={[shown]} onClose={() => setShown(null)} />}
    </>
  )
}

const HEADS = [
  ["name", false],
  ["state", false],
  ["since", false],
  ["lastTaken", false],
  ["waiting", true],
  ["held", true],
  ["dead", true],
] as const

function EndpointTable({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  return (
    <ListTable columns={HEADS.map(([head, isNumber]) => ({ word: t(`webhooks.${head}`), isNumber }))}>
      {endpoints.map((one) => (
        <tr key={one.endpointId}>
          <td>
            <a href={hrefOf("webhooks", [one.endpointId])}>
              <b>{one.name}</b>
            </a>
            <div className="code">{one.url}</div>
          </td>
          <td>
            <StateBadge state={one.state} />
          </td>
          <td>{moment(one.pausedAt ?? one.failingSince)}</td>
          <td>{moment(one.lastTakenAt)}</td>
          <td className="number">{many(one.waiting)}</td>
          <td className="number">{many(one.held)}</td>
          <td className="number">{many(one.dead)}</td>
        </tr>
      ))}
    </ListTable>
  )
}

const COUNTED_MAX = 1000

/** The hub counts up to 1000. */
export function many(count: number): string {
  return count >= COUNTED_MAX ? `≥ ${COUNTED_MAX}` : String(count)
}
