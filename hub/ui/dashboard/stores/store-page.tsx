/** One store: state, sync figures, business days, components, outages, audit log. */
import { Badge, Group, Stack, Text, Title } from "@mantine/core"
import {
  listStoreOutages,
  readStore,
  type StoreComponent,
  type StoreRow,
} from "../../../../protocol/http/admin/stores.ts"
import { Bars } from "../../../../ui/bars.tsx"
import { Loading } from "../../../../ui/states.tsx"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { More } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { PageHead } from "../page-head.tsx"
import { hrefOf, type Route } from "../route.ts"
import { useRead, useReadList } from "../use-read.ts"
import { READ_EVERY_MS, useRefresh } from "../use-refresh.ts"
import { degradedWord } from "./cause-words.ts"
import { Causes } from "./causes.tsx"
import { StateBadge } from "./state-badge.tsx"
import { StoreAuditList } from "./store-audit.tsx"
import { StoreDays } from "./store-days.tsx"

/** `list`: the list's filter, for the way back. */
export function StorePage({ storeId, list }: { storeId: string; list: Route["query"] }) {
  const { t } = useLanguage()
  const { data: read, error, again } = useRead(readStore, { params: { storeId } })
  useRefresh(again, true, READ_EVERY_MS)
  // Old data is not shown, because the state may have changed.
  const data = error ? null : read
  return (
    <Stack>
      <a href={hrefOf("stores", [], list)}>{t("store.back")}</a>
      <Fault answer={error} onAgain={() => void again()} />
      {!data && !error && <Loading>{t("frame.reading")}</Loading>}
      {data && (
        <>
          <PageHead title={`${data.code ?? ""} ${data.name}`.trim()} text={data.vendorId}>
            <StateBadge row={data} />
            <a href={hrefOf("totals", [], { store: storeId })}>{t("nav.totals")}</a>
          </PageHead>
          <Causes causes={data.causes} />
          <SyncState row={data} />
          <StoreDays storeId={storeId} />
          <Components parts={data.components} unknownSince={data.line?.unknownSince ?? null} />
          <Outages storeId={storeId} />
          <StoreAuditList storeId={storeId} />
        </>
      )}
    </Stack>
  )
}

function SyncState({ row: { box, line } }: { row: StoreRow }) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  if (!box || !line) return <Text c="dimmed">{t("store.noBox")}</Text>
  const { meter, unknownSince } = line
  const asOf = t("stores.asOf", { at: moment(line.heardAt) })
  const unknown = unknownSince && t("stores.unknownSince", { at: moment(unknownSince) })
  // A 0 would say that all is well, but the state is unknown.
  const figure = (value: number) => {
    if (!unknown) return `${value}`
    return value > 0 ? t("stores.figureAsOf", { figure: value, at: moment(unknownSince) }) : unknown
  }
  const bars = meter && [
    { label: t("meter.made"), value: meter.made, figure: `${meter.made}` },
    { label: t("meter.onHub"), value: meter.onHub, figure: `${meter.onHub}` },
    { label: t("meter.acked"), value: meter.acknowledged, figure: `${meter.acknowledged}` },
  ]
  const facts = [
    [t("store.since"), moment(box.claimedAt)],
    [t("stores.version"), box.version ?? "–"],
    [t("stores.heard"), moment(line.heardAt)],
    [t("stores.unsent"), meter ? figure(meter.unsent) : (unknown ?? "–")],
    [t("store.downWaiting"), figure(line.downWaiting)],
    [t("store.parked"), figure(line.parked)],
    [t("store.fenced"), `${line.fenced}`],
  ]
  return (
    <section className="card meter" style={{ padding: 16 }}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t(unknownSince ? "store.lineTitle" : "store.meter")}
        </Title>
        <Badge color={line.online && !unknownSince ? "good" : "gray"} variant="light">
          {unknown ?? t(line.online ? "store.online" : "store.offline")}
        </Badge>
      </Group>
      {line.heardAt && <Text c="dimmed">{asOf}</Text>}
      {bars ? (
        <Bars
          caption={unknownSince ? asOf : t("store.meter")}
          head={{ label: t("stores.store"), value: "#" }}
          bars={bars}
        />
      ) : (
        <Text c="dimmed">{t("store.noMeter")}</Text>
      )}
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** If the box's state is unknown, so is that of components that report through it. */
function Components({ parts, unknownSince }: { parts: readonly StoreComponent[]; unknownSince: string | null }) {
  const language = useLanguage()
  const { t } = language
  const { moment } = useMoments()
  if (parts.length === 0) return null
  return (
    <ListTable
      caption={t("store.parts")}
      columns={[t("store.part"), t("stores.state"), t("stores.version"), t("store.lastBeat")]}
    >
      {parts.map(({ componentId, componentType, via, details, shown, degradedReason, appVersion, lastBeatAt }) => (
        <tr key={componentId}>
          <th scope="row">
            {/* An expo screen reports as a kitchen station with its screen in the details. */}
            {t(details.screen === "expo" ? "part.expo" : `part.${componentType}`)}{" "}
            {componentType !== "appliance" && <span className="code">{componentId}</span>}
          </th>
          <td>
            {unknownSince && shown === "online" && (via === "box" || componentType === "appliance")
              ? t("stores.unknownSince", { at: moment(unknownSince) })
              : [t(`shown.${shown}`), degradedWord(degradedReason, language)].filter(Boolean).join(": ")}
          </td>
          <td className="code">{appVersion ?? "–"}</td>
          <td className="figures">{moment(lastBeatAt)}</td>
        </tr>
      ))}
    </ListTable>
  )
}

function Outages({ storeId }: { storeId: string }) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  const list = useReadList(listStoreOutages, { params: { storeId }, query: {} })
  return (
    <ListTable
      caption={t("store.outages")}
      columns={[t("store.parts"), t("store.from"), t("store.until"), { word: t("store.minutes"), isNumber: true }]}
      above={<Fault answer={list.error} onAgain={() => void list.again()} />}
      below={
        <>
          {list.items?.length === 0 && <Text c="dimmed">{t("store.noOutages")}</Text>}
          <More list={list} />
        </>
      }
    >
      {list.items?.map(({ outageId, componentId, componentType, startedAt, endedAt, drill, operatingMinutes }) => (
        <tr key={outageId}>
          <td>
            {componentType === "appliance" ? t("part.appliance") : <span className="code">{componentId}</span>}{" "}
            {drill && <Badge>{t("store.drill")}</Badge>}
          </td>
          <td className="figures">{moment(startedAt)}</td>
          <td className="figures">{endedAt ? moment(endedAt) : t("store.lasts")}</td>
          <td className="number">{Math.floor(operatingMinutes)}</td>
        </tr>
      ))}
    </ListTable>
  )
}
