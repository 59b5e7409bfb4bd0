/** Requests a sale's payment link once and follows its state until it is paid. */
import { useCallback, useEffect, useMemo, useState } from "react"
import type { SuccessOf } from "../../../../protocol/client/index.ts"
import { readCharge, requestCharge } from "../../../../protocol/http/register-charge.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import { useSnapshot } from "../../../../ui/device/use-snapshot.ts"
import { explain } from "../../../../ui/explain.ts"
import type { MessageKey } from "../messages/index.ts"

const TOPICS = ["orders"]

type Charge = SuccessOf<typeof readCharge>["data"]

export interface LinkView {
  readonly charge: Charge | null
  /** Message that explains why no link was requested. */
  readonly error: MessageKey | null
  readonly again: () => void
}

export function useLink(orderId: string, methodCode: string): LinkView {
  const { client } = useBox()
  const options = useMemo(() => ({ params: { orderId } }), [orderId])
  const { data, refresh } = useSnapshot(readCharge, { on: TOPICS, options })
  const [error, setError] = useState<MessageKey | null>(null)
  const [isRequesting, setRequesting] = useState(true)
  const begin = useCallback(async () => {
    setRequesting(true)
    setError(null)
    const answer = await client.call(requestCharge, { params: { orderId }, body: { methodCode } })
    if (!answer.ok && (answer.offline || answer.refused !== "ORDER_NOT_OPEN"))
      setError(!answer.offline && answer.refused === "SERVICE_UNAVAILABLE" ? "link.offline" : explain(answer))
    await refresh()
    setRequesting(false)
  }, [client, orderId, methodCode, refresh])
  useEffect(() => {
    void begin()
  }, [begin])
  // While a new link is requested, the old link's result is hidden.
  const charge = isRequesting && !data?.paid ? null : data
  return { charge, error, again: () => void begin() }
}
