/** What headquarters could not take in of this store: it is settled there, and nothing is lost; the manager knows whom to ask. */
import { Text } from "@mantine/core"
import type { HubDeadLetters as Parked } from "../../../protocol/shapes/store-state.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"

export function HubDeadLettersCard({ parked: { total, ops } }: { parked: Parked }) {
  const { t, wordOf } = useLanguage()
  const { date, time } = useFigures()
  return (
    <Card title={t("parkedAtHub.title", { n: total })} tone="note" wide>
      <Text>{t("parkedAtHub.text")}</Text>
      <ul className="rows rows-tall">
        {ops.map(({ kind, at, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and none of them moves
          <li key={index}>
            <b>{wordOf(`op.${kind}`, kind)}</b>
            <span>
              {date(at)} {time(at)} · {reason}
            </span>
          </li>
        ))}
      </ul>
      {total > ops.length && <small>{t("open.more", { n: total - ops.length })}</small>}
    </Card>
  )
}
