/** The latest openings of the drawer: when, why, in whose shift, and whether it opened. */
import { Paper, Stack, Title } from "@mantine/core"
import { useEffect, useState } from "react"
import type { SuccessOf } from "../../../../protocol/client/index.ts"
import { listDrawer } from "../../../../protocol/http/register.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { useLanguage } from "../language.ts"
import type { MessageKey } from "../messages/index.ts"

const SHOWN_MAX = 6

type Opening = SuccessOf<typeof listDrawer>["data"]["openings"][number]

/** `since`: any text that changes when the drawer was opened again. */
export function DrawerLog({ since }: { since: string }) {
  const { t, wordOf } = useLanguage()
  const { when } = useFigures()
  const { now } = useBox()
  const openings = useOpenings(since)
  if (openings.length === 0) return null
  return (
    <Paper className="card" p="lg">
      <Stack>
        <Title order={2} size="h3">
          {t("drawerLog.title")}
        </Title>
        <ul className="rows">
          {openings.slice(0, SHOWN_MAX).map(({ openingId, at, reason, operatorName, state }) => (
            <li key={openingId} className="row">
              <span className="row-what">
                {wordOf(`opening.${reason}`, wordOf(`category.${reason}`, t("category.OTHER")))}
                <small>
                  {when(at, now())}
                  {operatorName && ` · ${operatorName}`}
                </small>
              </span>
              <span>{t(stateKey(state))}</span>
            </li>
          ))}
        </ul>
      </Stack>
    </Paper>
  )
}

function useOpenings(since: string): readonly Opening[] {
  const { client } = useBox()
  const [openings, setOpenings] = useState<readonly Opening[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each opening
  useEffect(() => {
    let over = false
    void client.call(listDrawer, {}).then((answer) => {
      if (!over && answer.ok) setOpenings(answer.data.openings)
    })
    return () => {
      over = true
    }
  }, [client, since])
  return openings
}

function stateKey(state: Opening["state"]): MessageKey {
  if (state === "printed") return "drawerLog.opened"
  if (state === "queued" || state === "sending") return "drawerLog.opening"
  return state === "not_printed" || state === "discarded" ? "drawerLog.notOpened" : "drawerLog.unknown"
}
