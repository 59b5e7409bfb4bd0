/** A new version of the box: what it waits for, a button to install it now, and the result of the latest update. */
import { Code, Stack, Text } from "@mantine/core"
import { readUpdate, type UpdateState, updateNow } from "../../../protocol/http/box-update.ts"
import { ConfirmButton } from "../../../ui/confirm-button.tsx"
import { useBox } from "../../../ui/device/box.tsx"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"

const ON = { on: ["hub", "orders", "printers"] } as const

export function useUpdate() {
  const { data, refresh } = useSnapshot(readUpdate, ON)
  return { update: data, refresh }
}

/** The latest update, if the new version was rolled back or failed and stayed. */
export function failedUpdate(update: UpdateState | null) {
  const last = update?.last ?? null
  return last?.outcome === "went_back" || last?.outcome === "kept" ? last : null
}

/** Empty without news. */
export function UpdateCard({ update, refresh }: ReturnType<typeof useUpdate>) {
  const { t } = useLanguage()
  const failed = failedUpdate(update)
  if (!update || isQuiet(update)) return null
  const { is, version, fault, because, stale } = update
  return (
    <Card title={t("update.title")} tone={failed?.outcome === "kept" ? "bad" : "note"} wide={failed !== null}>
      <Stack>
        {version !== null && is !== "current" && is !== "off" && <Text>{t(`update.${is}`, { version })}</Text>}
        {version === null && is === "refused" && <Text>{t("update.refusedUnread")}</Text>}
        {fault && <Text>{t(`update.fault.${fault}`)}</Text>}
        {because.map((why) => (
          <Text key={why}>{t(`update.${why}`)}</Text>
        ))}
        {is === "waiting" && because.includes("HOURS") && <NowButton onDone={refresh} />}
        {failed && <Text className="bad">{t(`update.${failed.outcome as "kept"}`, { version: failed.to ?? "" })}</Text>}
        {failed?.why && (
          <>
            <Text>{t("update.why")}</Text>
            <Code block className="failure-output">
              {failed.why}
            </Code>
          </>
        )}
        {stale && <Text>{t("update.stale")}</Text>}
      </Stack>
    </Card>
  )
}

function NowButton({ onDone }: { onDone: () => Promise<void> }) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { error, request } = useRequest()
  const go = async () => {
    if (await request(() => client.call(updateNow, {}))) await onDone()
  }
  return (
    <>
      <ErrorState answer={error} />
      <ConfirmButton variant="outline" onConfirm={go}>
        {t("update.now")}
      </ConfirmButton>
    </>
  )
}

function isQuiet(update: UpdateState): boolean {
  return update.is === "off" || (update.is === "current" && !failedUpdate(update) && !update.stale)
}
