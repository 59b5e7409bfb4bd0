/** The pass: orders with their stations. Handing an order over ends it for the kitchen. */
import "./expo-screen.css"
import { useCallback, useMemo, useState } from "react"
import { announceReady, clearVoid, handOverOrder, readExpo } from "../../../protocol/http/kitchen.ts"
import type { ExpoOrder, ExpoSnapshot } from "../../../protocol/shapes/ticket.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useShown } from "../../../ui/device/live.tsx"
import { useHeartbeat } from "../../../ui/device/use-heartbeat.ts"
import { useNow } from "../../../ui/device/use-now.ts"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"
import { LanguagePicker } from "../../../ui/language-picker.tsx"
import { Empty, Loading } from "../../../ui/states.tsx"
import { ExpoCard, type PassAction } from "./expo-card.tsx"
import { ColorTool, KitchenBar, KitchenFault } from "./kitchen-bar.tsx"
import { useLanguage } from "./language.ts"
import { ReleaseDialog } from "./release-dialog.tsx"
import { sortAtPass } from "./sort-at-pass.ts"
import { usePendingActions } from "./use-pending-actions.ts"

const TOPICS = ["tickets"] as const
const WAITING_KEY = "brasa.expo.waiting"

export function ExpoScreen() {
  const { t } = useLanguage()
  const now = useNow()
  const snapshot = useSnapshot(readExpo, { on: TOPICS })
  const actions = usePassActions(snapshot.readAgain)
  const [releasing, setReleasing] = useState<ExpoOrder | null>(null)
  const { data } = snapshot
  const shown = useMemo(() => data && withoutFinished(data, actions.waiting), [data, actions.waiting])
  const counts = shown && { shown: shown.orders.length, expected: shown.expected }
  useHeartbeat({ componentType: "kds_station", degraded: null, details: { ...counts, screen: "expo" } })
  useShown(shown?.orders.length)
  const bar = { counts, words: "expo" as const, snapshot, now }
  return (
    <div className="kds">
      <KitchenBar {...bar} title={t("expo.title")}>
        <LanguagePicker />
        <ColorTool />
      </KitchenBar>
      <KitchenFault {...bar} waiting={actions.waiting.length} error={actions.error} />
      <div className="kds-body">
        {shown === null && <Loading>{t("kds.loading")}</Loading>}
        {shown?.orders.length === 0 && (
          <Empty icon="check" title={t("expo.empty")}>
            {t("expo.emptyText")}
          </Empty>
        )}
        {shown && shown.orders.length > 0 && (
          <div className="expo-grid">
            {sortAtPass(shown.orders).map((order) => (
              <ExpoCard
                key={order.orderId}
                order={order}
                snapshot={shown}
                now={now}
                onAction={actions.add}
                onRelease={() => setReleasing(order)}
              />
            ))}
          </div>
        )}
      </div>
      {releasing && (
        <ReleaseDialog
          order={releasing}
          onClose={() => {
            setReleasing(null)
            void snapshot.refresh()
          }}
        />
      )}
    </div>
  )
}

function usePassActions(readAgain: () => Promise<boolean>) {
  const { client } = useBox()
  const send = useCallback(
    ({ actionId, ...action }: PassAction & { actionId: string }) => {
      const params = { orderId: action.orderId }
      if (action.verb === "ready") {
        return client.call(announceReady, { params, body: { actionId, station: action.station } })
      }
      if (action.verb === "clear") return client.call(clearVoid, { params, body: { actionId } })
      return client.call(handOverOrder, { params, body: { actionId } })
    },
    [client],
  )
  return usePendingActions<PassAction>(WAITING_KEY, { send, after: readAgain })
}

/** Hides orders as soon as they are handed over here. A refusal shows them again. */
function withoutFinished(data: ExpoSnapshot, waiting: readonly PassAction[]): ExpoSnapshot {
  const finished = new Set(waiting.filter(({ verb }) => verb !== "ready").map(({ orderId }) => orderId))
  const orders = data.orders.filter(({ orderId }) => !finished.has(orderId))
  return { ...data, orders, expected: data.expected - (data.orders.length - orders.length) }
}
