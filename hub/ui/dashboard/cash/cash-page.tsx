/** Cash differences by store and reason; a store's page lists its counts. */
import { Group, Stack, TextInput } from "@mantine/core"
import { listCashDifferences, sumCashDifferences } from "../../../../protocol/http/admin/cash.ts"
import { scaleMajor } from "../../../../protocol/money.ts"
import type { CashReason } from "../../../../protocol/shapes/cash-close.ts"
import { addDays } from "../../../../protocol/time.ts"
import { Empty } from "../../../../ui/states.tsx"
import { useMoney } from "../format-money.ts"
import { localDay } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { PageHead } from "../page-head.tsx"
import { go, hrefOf, type Route } from "../route.ts"
import { StoreSums } from "../store-sums.tsx"
import { useReadList } from "../use-read.ts"
import { useSession } from "../use-session.tsx"
import { StoreDrawers } from "./store-drawers.tsx"

const SHOWN_DAYS = 30
const SUMMED = ["cash.closes", "cash.short", "cash.over"] as const
const COUNTED = [
  ["totals.date", false],
  ["cash.who", false],
  ["cash.reason", false],
  ["cash.expected", true],
  ["cash.counted", true],
  ["cash.difference", true],
] as const

export function CashPage({ route }: { route: Route }) {
  const { t } = useLanguage()
  const { store, reason } = route.query
  const to = route.query.to ?? localDay(new Date())
  const range = { from: route.query.from ?? addDays(to, -SHOWN_DAYS), to }
  const pick = (changed: object) => go(hrefOf("cash", [], { ...route.query, ...range, ...changed }))
  return (
    <Stack>
      <PageHead title={t("nav.cash")} text={t("cash.text")} />
      <Group align="end">
        {(["from", "to"] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={t(`cash.${end}`)}
            value={range[end]}
            onChange={(event) => pick({ [end]: event.currentTarget.value })}
          />
        ))}
        {store && <a href={hrefOf("cash", [], range)}>{t("cash.back")}</a>}
      </Group>
      {store ? (
        <>
          <Counts query={{ ...range, storeId: store, ...(reason && { reason: reason as CashReason }) }} />
          <StoreDrawers storeId={store} date={route.query.day ?? to} />
        </>
      ) : (
        <Sums range={range} />
      )}
    </Stack>
  )
}

interface Range {
  readonly from: string
  readonly to: string
}

function Sums({ range }: { range: Range }) {
  const { t, wordOf } = useLanguage()
  const { vendorId } = useSession()
  const money = useMoney()
  const query = { ...range, ...(vendorId && { vendorId }) }
  const list = useReadList(sumCashDifferences, { query })
  return (
    <GrowingList list={list} none={<Empty icon="check" title={t("cash.none")} />}>
      {(items) => (
        <StoreSums
          columns={[
            { word: t("cash.reason"), isNumber: false },
            ...SUMMED.map((word) => ({ word: t(word), isNumber: true })),
          ]}
          rows={items.map(({ storeId, code, name, currency, reason, closes, short, over }) => ({
            key: `${storeId} ${currency} ${reason}`,
            href: hrefOf("cash", [], { ...range, store: storeId, reason }),
            code,
            name,
            cells: [wordOf(`reason.${reason}`, reason), closes, money(short, currency), money(over, currency)],
          }))}
        />
      )}
    </GrowingList>
  )
}

function Counts({ query }: { query: Range & { storeId: string; reason?: CashReason } }) {
  const filter = { from: query.from, to: query.to, ...(query.reason && { reason: query.reason }) }
  const { t, wordOf } = useLanguage()
  const money = useMoney()
  const list = useReadList(listCashDifferences, { query })
  return (
    <GrowingList list={list} none={<Empty icon="check" title={t("cash.none")} />}>
      {(items) => (
        <ListTable columns={COUNTED.map(([word, isNumber]) => ({ word: t(word), isNumber }))}>
          {items.map(
            ({ id, businessDayDate, operatorUid, details, currency, systemCash, declaredCash, discrepancy }) => (
              <tr key={id}>
                <td className="figures">
                  <a href={hrefOf("cash", [], { ...filter, store: query.storeId, day: businessDayDate })}>
                    {businessDayDate}
                  </a>
                </td>
                <td>{details.operator_name ?? operatorUid ?? "–"}</td>
                <td>
                  {wordOf(`reason.${details.reason}`, details.reason)} {details.notes}
                </td>
                <td className="number">{money(scaleMajor(systemCash) ?? 0, currency)}</td>
                <td className="number">{money(scaleMajor(declaredCash) ?? 0, currency)}</td>
                <td className="number">{money(scaleMajor(discrepancy) ?? 0, currency)}</td>
              </tr>
            ),
          )}
        </ListTable>
      )}
    </GrowingList>
  )
}
