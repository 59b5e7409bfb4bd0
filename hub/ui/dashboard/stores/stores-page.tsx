/** The stores, worst state first, with causes; or one store's page. */
import { Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core"
import { useEffect, useState } from "react"
import { countStores, listStores, type StoreRow } from "../../../../protocol/http/admin/stores.ts"
import { STORE_STATES } from "../../../../protocol/rules/health/store-health.ts"
import { COUNTRIES } from "../../../../protocol/shapes/store.ts"
import { Empty } from "../../../../ui/states.tsx"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { PageHead } from "../page-head.tsx"
import { go, hrefOf, isNarrowed, type Route } from "../route.ts"
import { useRead, useReadList } from "../use-read.ts"
import { READ_EVERY_MS, useRefresh } from "../use-refresh.ts"
import { useSession } from "../use-session.tsx"
import { Causes } from "./causes.tsx"
import { StateBadge } from "./state-badge.tsx"
import { StorePage } from "./store-page.tsx"

export function StoresPage({ route }: { route: Route }) {
  const [storeId] = route.path
  if (!storeId) return <StoreList route={route} />
  return <StorePage key={storeId} storeId={storeId} list={route.query} />
}

function StoreList({ route }: { route: Route }) {
  const { t } = useLanguage()
  const { vendorId } = useSession()
  const { state, country, search } = route.query
  const query = {
    ...(vendorId && { vendorId }),
    ...(state && { state: state as StoreRow["state"] }),
    ...(country && { country: country as (typeof COUNTRIES)[number] }),
    ...(search && { search }),
  }
  const list = useReadList(listStores, { query })
  useRefresh(list.again, true, READ_EVERY_MS)
  return (
    <Stack>
      <PageHead title={t("nav.stores")} text={t("stores.text")} />
      <Filter query={route.query} />
      <GrowingList
        list={list}
        none={<Empty icon="search" title={t(isNarrowed(route) ? "stores.none" : "stores.noneYet")} />}
      >
        {(items) => <StoreTable items={items} query={route.query} />}
      </GrowingList>
    </Stack>
  )
}

function Filter({ query }: { query: Route["query"] }) {
  const { t } = useLanguage()
  const { vendorId } = useSession()
  const { data: counts, again } = useRead(countStores, { query: vendorId ? { vendorId } : {} })
  useRefresh(again, true, READ_EVERY_MS)
  const search = query.search ?? ""
  const [typed, setTyped] = useState(search)
  // The browser's back button may change the search.
  useEffect(() => setTyped(search), [search])
  const pick = (changed: Record<string, string>) => go(hrefOf("stores", [], { ...query, ...changed }))
  return (
    <Group align="end">
      <NativeSelect
        label={t("stores.state")}
        value={query.state ?? ""}
        data={[
          { value: "", label: t("stores.any") },
          ...STORE_STATES.map((state) => ({
            value: state,
            label: counts ? `${t(`state.${state}`)} (${counts[state]})` : t(`state.${state}`),
          })),
        ]}
        onChange={(event) => pick({ state: event.currentTarget.value })}
      />
      <NativeSelect
        label={t("stores.country")}
        value={query.country ?? ""}
        data={[{ value: "", label: t("stores.anyCountry") }, ...COUNTRIES]}
        onChange={(event) => pick({ country: event.currentTarget.value })}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          pick({ search: typed.trim() })
        }}
      >
        <TextInput
          label={t("stores.search")}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </Group>
  )
}

/** Links to a store contain the list's filter, for the way back. */
function StoreTable({ items, query }: { items: readonly StoreRow[]; query: Route["query"] }) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  return (
    <ListTable
      columns={[
        t("stores.store"),
        t("stores.state"),
        t("stores.cause"),
        t("stores.heard"),
        { word: t("stores.unsent"), isNumber: true },
        { word: t("stores.devices"), isNumber: true },
        t("stores.version"),
      ]}
    >
      {items.map(({ storeId, code, name, state, causes, line, devices, box }) => (
        <tr key={storeId}>
          <td>
            <a href={hrefOf("stores", [storeId], query)}>
              {code ?? "–"} · {name}
            </a>
          </td>
          <td>
            <StateBadge row={{ state, line }} />
          </td>
          <td>
            <Causes causes={causes} />
            {line && !line.online && (
              <Text size="sm" c="dimmed">
                {t("store.offline")}
              </Text>
            )}
          </td>
          <td className="figures">{moment(line?.heardAt ?? null)}</td>
          <td className="number">{line?.unknownSince ? t("state.unknown") : (line?.meter?.unsent ?? "–")}</td>
          <td className="number">{line?.unknownSince ? t("state.unknown") : `${devices.fine}/${devices.all}`}</td>
          <td className="code">{box?.version ?? "–"}</td>
        </tr>
      ))}
    </ListTable>
  )
}
