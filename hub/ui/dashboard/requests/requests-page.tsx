/** The log of requests with API keys, or one request's page. */
import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { type LoggedRequest, listRequests } from "../../../../protocol/http/admin/requests.ts"
import { Empty } from "../../../../ui/states.tsx"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { PageHead } from "../page-head.tsx"
import { go, hrefOf, isNarrowed, type PageProps, type Route } from "../route.ts"
import { useReadList } from "../use-read.ts"
import { useSession } from "../use-session.tsx"
import { RequestView } from "./request-view.tsx"

const OUTCOMES = ["2", "4", "5"] as const
const FAILED_FROM = 400

export function RequestsPage({ route }: PageProps) {
  const [logId] = route.path
  return logId === undefined ? <RequestList route={route} /> : <RequestView logId={logId} list={route.query} />
}

function RequestList({ route }: { route: Route }) {
  const { t } = useLanguage()
  const { vendorId } = useSession()
  const { id, path, outcome, until, key } = route.query
  const query = {
    ...(id && { requestId: id }),
    ...(path && { path }),
    ...(OUTCOMES.some((one) => one === outcome) && { outcome: outcome as (typeof OUTCOMES)[number] }),
    ...(until && { to: new Date(until).toISOString() }),
    ...(key && { keyId: key }),
    ...(vendorId !== null && { vendorId }),
  }
  const list = useReadList(listRequests, { query })
  return (
    <Stack>
      <PageHead title={t("nav.requests")} text={t("requests.text")} />
      <Filter key={JSON.stringify(route.query)} filter={route.query} />
      <GrowingList
        list={list}
        none={
          <Empty icon="search" title={t(isNarrowed(route) ? "requests.none" : "requests.noneYet")}>
            {t("requests.noneText")}
          </Empty>
        }
      >
        {(items) => <RequestTable items={items} query={route.query} />}
      </GrowingList>
    </Stack>
  )
}

function Filter({ filter }: { filter: Route["query"] }) {
  const { t } = useLanguage()
  const [form, setForm] = useState(filter)
  const set = (name: string) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setForm((was) => ({ ...was, [name]: value.trim() }))
  }
  const find = (event: FormEvent) => {
    event.preventDefault()
    go(hrefOf("requests", [], form))
  }
  return (
    <form onSubmit={find}>
      <Group align="end">
        <TextInput label={t("requests.id")} value={form.id ?? ""} onChange={set("id")} style={{ flex: "1 1 220px" }} />
        <TextInput label={t("requests.path")} value={form.path ?? ""} onChange={set("path")} />
        <NativeSelect
          label={t("requests.outcome")}
          value={form.outcome ?? ""}
          data={[
            { value: "", label: t("requests.any") },
            ...OUTCOMES.map((one) => ({ value: one, label: `${one}xx` })),
          ]}
          onChange={set("outcome")}
        />
        <TextInput type="datetime-local" label={t("requests.until")} value={form.until ?? ""} onChange={set("until")} />
        <Button type="submit">{t("requests.find")}</Button>
      </Group>
    </form>
  )
}

/** Links to a request contain the list's filter, for the way back. */
function RequestTable({ items, query }: { items: readonly LoggedRequest[]; query: Route["query"] }) {
  const { t } = useLanguage()
  const { exact } = useMoments()
  return (
    <ListTable
      columns={[
        t("requests.what"),
        t("requests.status"),
        t("requests.key"),
        t("requests.at"),
        { word: t("requests.ms"), isNumber: true },
      ]}
    >
      {items.map((line) => (
        <tr key={line.id}>
          <th scope="row">
            <a href={hrefOf("requests", [line.id], query)} className="code">
              {line.method} {line.path}
            </a>
            <div className="code">{line.requestId}</div>
          </th>
          <td style={line.status >= FAILED_FROM ? { color: "var(--bad)", fontWeight: 600 } : {}}>{line.status}</td>
          <td>
            <a href={hrefOf("requests", [], { key: line.keyId })}>{line.keyName ?? line.keyId}</a>
          </td>
          <td className="figures">{exact(line.at)}</td>
          <td className="number">{line.durationMs}</td>
        </tr>
      ))}
    </ListTable>
  )
}
