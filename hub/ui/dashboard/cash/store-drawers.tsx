/** A store's shifts of a day with their withdrawals, and its drawer openings. */
import { Stack, Text } from "@mantine/core"
import { listDrawerOpenings, listStoreShifts } from "../../../../protocol/http/admin/cash.ts"
import { scaleMajor } from "../../../../protocol/money.ts"
import type { Shift } from "../../../../protocol/shapes/shift.ts"
import { Fault } from "../fault.tsx"
import { useMoney } from "../format-money.ts"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { useRead, useReadList } from "../use-read.ts"

export function StoreDrawers({ storeId, date }: { storeId: string; date: string }) {
  return (
    <Stack>
      <Shifts storeId={storeId} date={date} />
      <Openings storeId={storeId} />
    </Stack>
  )
}

function Shifts({ storeId, date }: { storeId: string; date: string }) {
  const { t } = useLanguage()
  const { data, error, again } = useRead(listStoreShifts, { params: { storeId }, query: { date } })
  return (
    <>
      <Fault answer={error} onAgain={() => void again()} />
      {data?.shifts.length === 0 && <Text c="dimmed">{t("cash.noShifts", { date })}</Text>}
      {data && data.shifts.length > 0 && <ShiftTable shifts={data.shifts} date={date} />}
    </>
  )
}

function ShiftTable({ shifts, date }: { shifts: readonly Shift[]; date: string }) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  const money = useMoney()
  const heads = ["who", "opened", "closed", "float", "withdrawn"] as const
  return (
    <ListTable caption={t("cash.shifts", { date })} columns={heads.map((head) => t(`cash.${head}`))}>
      {shifts.map(({ shiftId, operatorName, openedAt, closedAt, openingBalance, withdrawals, currency }) => (
        <tr key={shiftId}>
          <td>{operatorName}</td>
          <td className="figures">{moment(openedAt)}</td>
          <td className="figures">{moment(closedAt)}</td>
          <td className="figures">{money(scaleMajor(openingBalance) ?? 0, currency)}</td>
          <td className="figures">
            {withdrawals.map(({ amount }) => money(scaleMajor(amount) ?? 0, currency)).join(" · ") || "–"}
          </td>
        </tr>
      ))}
    </ListTable>
  )
}

function Openings({ storeId }: { storeId: string }) {
  const { t, wordOf } = useLanguage()
  const { exact } = useMoments()
  const list = useReadList(listDrawerOpenings, { params: { storeId }, query: {} })
  return (
    <GrowingList list={list} none={<Text c="dimmed">{t("cash.noOpenings")}</Text>}>
      {(openings) => (
        <ListTable caption={t("cash.openings")}>
          {openings.map(({ openingId, at, reason, operatorName, by, terminalUid }) => (
            <tr key={openingId}>
              <td className="figures">{exact(at)}</td>
              <td>{operatorName ?? by ?? "–"}</td>
              <td>{wordOf(`opening.${reason}`, wordOf(`category.${reason}`, reason))}</td>
              <td className="code">{terminalUid}</td>
            </tr>
          ))}
        </ListTable>
      )}
    </GrowingList>
  )
}
