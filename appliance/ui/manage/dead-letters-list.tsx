/** Operations of the hub that this box could not apply: why, what to do, and buttons to retry or dismiss. */
import { Button, Group, Text, TextInput } from "@mantine/core"
import { useCallback, useEffect, useState } from "react"
import { listDeadLetters, settleDeadLetter } from "../../../protocol/http/store-state.ts"
import type { DeadLetter } from "../../../protocol/shapes/store-state.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useFigures } from "../../../ui/figures.tsx"
import { ErrorState, Loading } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"
import { useStoreState } from "./use-store-state.tsx"

const REASON_MIN = 3

export function DeadLettersList({ count }: { count: number }) {
  const { t } = useLanguage()
  const { client } = useBox()
  const [ops, setOps] = useState<readonly DeadLetter[] | null>(null)
  const { error, request } = useRequest()
  const read = useCallback(async () => {
    const answer = await request(() => client.call(listDeadLetters, {}))
    if (answer) setOps(answer.data.ops)
  }, [client, request])
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the count changes
  useEffect(() => void read(), [read, count])
  return (
    <Card title={t("deadLetters.title")} tone="bad" wide>
      <Text>{t("deadLetters.text")}</Text>
      <ErrorState answer={error} />
      {error && (
        <Button variant="default" onClick={() => void read()}>
          {t("common.retry")}
        </Button>
      )}
      {ops === null && !error && <Loading>{t("manage.loading")}</Loading>}
      <ul className="rows rows-tall">
        {ops?.map((op) => (
          <LetterRow key={op.mark} op={op} onSettled={read} />
        ))}
      </ul>
    </Card>
  )
}

function LetterRow({ op, onSettled }: { op: DeadLetter; onSettled: () => Promise<void> }) {
  const { t, wordOf } = useLanguage()
  const { client } = useBox()
  const { date, time } = useFigures()
  const { refresh } = useStoreState()
  const { pending, error, request } = useRequest()
  const [reason, setReason] = useState("")
  const settle = async (as: "retry" | "dismiss") => {
    const body = { as, reason: reason.trim() }
    const answer = await request(() => client.call(settleDeadLetter, { params: { mark: op.mark }, body }))
    if (answer) await Promise.all([onSettled(), refresh()])
  }
  const cannotSettle = pending || reason.trim().length < REASON_MIN
  return (
    <li>
      <b>{wordOf(`op.${op.kind}`, op.kind)}</b>
      <span>
        {date(op.parkedAt)} {time(op.parkedAt)} · {op.reason}
      </span>
      <TextInput
        label={t("deadLetters.why")}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button variant="default" disabled={cannotSettle} onClick={() => settle("retry")}>
          {t("deadLetters.retry")}
        </Button>
        <Button variant="subtle" color="bad" disabled={cannotSettle} onClick={() => settle("dismiss")}>
          {t("deadLetters.dismiss")}
        </Button>
      </Group>
      <ErrorState answer={error} />
    </li>
  )
}
