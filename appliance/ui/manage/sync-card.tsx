/** The link to the hub: its state, waiting operations, and whether any were lost. */

import type { StoreState } from "../../../protocol/shapes/store-state.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"
import { isSkewed, syncLight } from "./open-items.ts"

export function SyncCard({ state }: { state: StoreState }) {
  const { t } = useLanguage()
  const { when } = useFigures()
  const { line, version, startedAt, now } = state
  const { tone, key } = syncLight(state)
  const { made, onHub, acked, unsent, oldestUnsentAt, lastAckAt, clockSkewMs } = line
  return (
    <Card title={t("line.title")} tone={tone === "good" ? undefined : tone}>
      <p className={tone}>
        <Icon name={tone === "good" ? "check" : "alert"} size={18} /> {t(`line.${key}`, { n: unsent })}
      </p>
      <dl className="facts">
        <dt>{t("meter.made")}</dt>
        <dd className="figures">{made}</dd>
        <dt>{t("meter.onHub")}</dt>
        <dd className="figures">{onHub}</dd>
        <dt>{t("meter.acked")}</dt>
        <dd className="figures">{acked}</dd>
        <dt>{t("line.unsent")}</dt>
        <dd className="figures">
          {unsent}
          {oldestUnsentAt && ` · ${t("line.since", { time: when(oldestUnsentAt, now) })}`}
        </dd>
        <dt>{t("line.lastAck")}</dt>
        <dd className="figures">{lastAckAt ? when(lastAckAt, now) : t("line.never")}</dd>
        <dt>{t("line.skew")}</dt>
        <dd className={isSkewed(line) ? "figures bad" : "figures"}>
          {clockSkewMs === null ? t("line.unknown") : t("line.seconds", { n: Math.round(clockSkewMs / 1_000) })}
        </dd>
      </dl>
      {isSkewed(line) && <p className="bad">{t("line.skewDo")}</p>}
      <small>{t("line.box", { version, time: when(startedAt, now) })}</small>
    </Card>
  )
}
