/** Conflicts of orders: what to do about each, and a button to mark it as resolved. */
import { Button, Group, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import { resolveConflict } from "../../../protocol/http/store-state.ts"
import { fromText } from "../../../protocol/money.ts"
import type { ConflictItem, StoreState } from "../../../protocol/shapes/store-state.ts"
import { useDetails } from "../../../ui/audit-words.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useFigures } from "../../../ui/figures.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"
import { useStoreState } from "./use-store-state.tsx"

const NOTE_MIN = 3

export function ConflictsCard({ conflicts: { count, first } }: Pick<StoreState, "conflicts">) {
  const { t } = useLanguage()
  return (
    <Card title={t("conflicts.title")} tone="bad" wide>
      <Text>{t("conflicts.text")}</Text>
      <ul className="rows rows-tall">
        {first.map((item) => (
          <ConflictRow key={`${item.orderId}/${item.what}/${item.key}`} item={item} />
        ))}
      </ul>
      {count > first.length && <small>{t("open.more", { n: count - first.length })}</small>}
    </Card>
  )
}

function ConflictRow({ item }: { item: ConflictItem }) {
  const { t } = useLanguage()
  const { client, now } = useBox()
  const figures = useFigures()
  const { refresh } = useStoreState()
  const { pending, error, request } = useRequest()
  const [note, setNote] = useState("")
  const details = useDetails((iso) => figures.when(iso, now()))
  const { orderId, orderCode, what, key, why, reason, at } = item
  const resolve = async () => {
    const body = { what, key, note: note.trim() }
    if (await request(() => client.call(resolveConflict, { params: { orderId }, body }))) await refresh()
  }
  return (
    <li>
      <b>{[orderCode, t(`conflict.${what}`), moneyOf(item, figures)].filter(Boolean).join(" · ")}</b>
      <span>{t(`conflict.${what}.todo`)}</span>
      <span>
        {[figures.when(at, now()), reason ? details({ conflict: reason.code, ...reason.params }) : why].join(" · ")}
      </span>
      <TextInput label={t("conflicts.note")} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      <Group gap="xs">
        <Button variant="default" disabled={pending || note.trim().length < NOTE_MIN} onClick={() => void resolve()}>
          {t("conflicts.done")}
        </Button>
      </Group>
      <ErrorState answer={error} />
    </li>
  )
}

function moneyOf({ amount, currencyCode, method }: ConflictItem, figures: ReturnType<typeof useFigures>) {
  if (amount === undefined) return null
  const money = figures.moneyIn(fromText(amount), currencyCode ?? figures.currency)
  return [money, method].filter(Boolean).join(" ")
}
