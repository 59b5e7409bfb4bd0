/** A vendor's events with their deliveries. */
import { NativeSelect, Stack, Text } from "@mantine/core"
import { EVENT_TYPES } from "../../../../protocol/events/event-table.ts"
import { type EventLine, listAdminEvents } from "../../../../protocol/http/admin/deliveries.ts"
import { Empty } from "../../../../ui/states.tsx"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { PageHead } from "../page-head.tsx"
import { go, hrefOf, type PageProps } from "../route.ts"
import { useReadList } from "../use-read.ts"
import { useMe, useSession } from "../use-session.tsx"

export function EventsPage({ route }: PageProps) {
  const { t } = useLanguage()
  const { vendors } = useMe()
  const { vendorId } = useSession()
  const { type } = route.query
  return (
    <Stack>
      <PageHead title={t("nav.events")} text={vendors.find(({ id }) => id === vendorId)?.name ?? ""}>
        <NativeSelect
          aria-label={t("webhooks.event")}
          value={type ?? ""}
          data={[{ value: "", label: t("webhooks.allEvents") }, ...EVENT_TYPES]}
          onChange={(event) => go(hrefOf("events", [], { type: event.currentTarget.value }))}
        />
      </PageHead>
      {vendorId === null ? (
        <Empty icon="up" title={t("totals.pick")} />
      ) : (
        <Events query={{ vendorId, ...(type && { type }) }} />
      )}
    </Stack>
  )
}

function Events({ query }: { query: { readonly vendorId: string; readonly type?: string } }) {
  const { t } = useLanguage()
  const list = useReadList(listAdminEvents, { query })
  return (
    <GrowingList list={list} none={<Empty icon="up" title={t("webhooks.noEvents")} />}>
      {(items) => <EventTable items={items} />}
    </GrowingList>
  )
}

function EventTable({ items }: { items: readonly EventLine[] }) {
  const { t } = useLanguage()
  const { exact } = useMoments()
  return (
    <ListTable columns={[t("webhooks.at"), t("webhooks.event"), t("webhooks.deliveries")]}>
      {items.map(({ eventId, createdAt, type, deliveries }) => (
        <tr key={eventId}>
          <td className="figures">{exact(createdAt)}</td>
          <td>
            {type}
            <div className="code">{eventId}</div>
          </td>
          <td>
            {deliveries.length === 0 && <Text c="dimmed">{t("webhooks.nobody")}</Text>}
            {deliveries.map((one) => (
              <div key={one.deliveryId}>
                <a href={hrefOf("webhooks", [one.endpointId, one.deliveryId])}>{one.endpoint}</a>
                {" · "}
                {t(`delivery.${one.status}`)}
              </div>
            ))}
          </td>
        </tr>
      ))}
    </ListTable>
  )
}
