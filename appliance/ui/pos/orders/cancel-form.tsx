/** Cancels an order. Says first whether it can be cancelled, and why not. */
import { Alert, Button, Select, Stack, Text, Textarea } from "@mantine/core"
import { useCallback, useEffect, useState } from "react"
import type { SuccessOf } from "../../../../protocol/client/index.ts"
import { cancelOrder, checkCancellation, listCancellationReasons } from "../../../../protocol/http/cancel.ts"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { useBox } from "../../../../ui/device/box.tsx"
import type { RequestError } from "../../../../ui/explain.ts"
import { Icon } from "../../../../ui/icons.tsx"
import { ErrorState, Loading } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { useLanguage } from "../language.ts"

const REASON_MIN = 5
const REASON_MAX = 500

type Verdict = SuccessOf<typeof checkCancellation>["data"]
type Reason = SuccessOf<typeof listCancellationReasons>["data"]["reasons"][number]

interface CancelFormProps {
  readonly externalId: string
  readonly channel: string
  readonly onCancelled: () => Promise<void>
}

export function CancelForm({ externalId, channel, onCancelled }: CancelFormProps) {
  const { t, language } = useLanguage()
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const [type, setType] = useState<string | null>(null)
  const [reason, setReason] = useState("")
  const [done, setDone] = useState(false)
  const { verdict, reasons, unchecked, again } = useVerdict(externalId, channel, type)
  const words = reason.trim() || (reasons.find(({ id }) => id === type)?.text ?? "")
  const tooShort = words.length < REASON_MIN
  const cancel = async () => {
    const body = { reason: words, ...(type !== null && { cancellationType: type }) }
    const params = { orderId: externalId }
    const answer = await request(() => client.call(cancelOrder, { params, query: { locale: language }, body }))
    if (!answer) return
    setDone(true)
    await onCancelled()
  }
  if (done) return <Text role="status">{t("order.cancelled")}</Text>
  if (unchecked) return <Unchecked why={unchecked} onAgain={again} />
  if (!verdict) return <Loading>{t("order.checking")}</Loading>
  if (isFinal(verdict)) return <VerdictNote verdict={verdict} />
  return (
    <Stack>
      <VerdictNote verdict={verdict} />
      {reasons.length > 0 && (
        <Select
          label={t("order.why")}
          data={reasons.map(({ id, text }) => ({ value: id, label: text }))}
          value={type}
          onChange={setType}
        />
      )}
      <Textarea
        label={t(reasons.length > 0 ? "order.whyWords" : "order.why")}
        description={tooShort ? t("order.whyMin", { n: REASON_MIN }) : undefined}
        value={reason}
        maxLength={REASON_MAX}
        autosize
        minRows={1}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <ErrorState answer={error} />
      <ConfirmButton disabled={!verdict.eligible || tooShort} loading={pending} onConfirm={() => void cancel()}>
        {t("order.cancelIt")}
      </ConfirmButton>
    </Stack>
  )
}

/** The check failed. The typed reason is kept for the next attempt. */
function Unchecked({ why, onAgain }: { why: RequestError; onAgain: () => void }) {
  const { t } = useLanguage()
  return (
    <Stack>
      <ErrorState answer={why} />
      <Button variant="default" onClick={onAgain}>
        {t("common.retry")}
      </Button>
    </Stack>
  )
}

/** After a policy's refusal another reason may still be allowed. Any other refusal is final. */
function isFinal({ eligible, code }: Verdict): boolean {
  return !eligible && code !== "CANCELLATION_POLICY_DENIED"
}

function VerdictNote({ verdict: { eligible, message, reasonDetail, threshold } }: { verdict: Verdict }) {
  const { t } = useLanguage()
  if (eligible) return <Alert color="good" icon={<Icon name="check" />} title={t("order.eligible")} />
  return (
    <Alert color="bad" icon={<Icon name="alert" />} title={t("order.notEligible")} role="alert">
      <Text>{reasonDetail ?? message}</Text>
      {threshold && (
        <Text size="sm">
          {t("order.threshold", { limit: threshold.limit, actual: threshold.actual, unit: threshold.unit })}
        </Text>
      )}
    </Alert>
  )
}

/** Checks again for each reason, because a policy may allow only some of them. */
function useVerdict(externalId: string, channel: string, type: string | null) {
  const { client } = useBox()
  const { language } = useLanguage()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [unchecked, setUnchecked] = useState<RequestError | null>(null)
  const [reasons, setReasons] = useState<readonly Reason[]>([])
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((n) => n + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round checks again
  useEffect(() => {
    let over = false
    setUnchecked(null)
    const query = { locale: language, ...(type !== null && { cancellationType: type }) }
    void client.call(checkCancellation, { params: { orderId: externalId }, query }).then((answer) => {
      if (over) return
      if (answer.ok) setVerdict(answer.data)
      else setUnchecked(answer)
    })
    return () => {
      over = true
    }
  }, [client, language, externalId, type, round])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again
  useEffect(() => {
    void client.call(listCancellationReasons, { query: { channel } }).then((answer) => {
      if (answer.ok) setReasons(answer.data.reasons)
    })
  }, [client, channel, round])
  return { verdict, reasons, unchecked, again }
}
