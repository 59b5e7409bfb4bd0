/** Asks the box for a sale's payment link once, and hears by its nudges how it stands, until it is paid. */
import { useCallback, useEffect, useMemo, useState } from "react"
import type { SuccessOf } from "../../../../protocol/client/index.ts"
import { readCharge, requestCharge } from "../../../../protocol/http/register-charge.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import { useSnapshot } from "../../../../ui/device/use-snapshot.ts"
import { explain } from "../../../../ui/explain.ts"
import type { MessageKey } from "../messages/index.ts"

/** Money that comes, and the hub's word for it. */
const NUDGES = ["orders"]

type Standing = SuccessOf<typeof readCharge>["data"]

export interface LinkView {
  readonly standing: Standing | null
  /** Why the box did not even ask. */
  readonly trouble: MessageKey | null
  readonly again: () => void
}

export function useLink(orderId: string, methodCode: string): LinkView {
  const { client } = useBox()
  const ask = useMemo(() => ({ params: { orderId } }), [orderId])
  const { data, refresh } = useSnapshot(readCharge, { on: NUDGES, ask })
  const [trouble, setTrouble] = useState<MessageKey | null>(null)
  const [asking, setAsking] = useState(true)
  const begin = useCallback(async () => {
    setAsking(true)
    setTrouble(null)
    const answer = await client.call(requestCharge, { params: { orderId }, body: { methodCode } })
    if (!answer.ok && (answer.offline || answer.refused !== "ORDER_NOT_OPEN"))
      setTrouble(!answer.offline && answer.refused === "SERVICE_UNAVAILABLE" ? "link.offline" : explain(answer))
    await refresh()
    setAsking(false)
  }, [client, orderId, methodCode, refresh])
  useEffect(() => {
    void begin()
  }, [begin])
  // What stood there before the question ended nothing: an old refusal is not this one's.
  const standing = asking && !data?.paid ? null : data
  return { standing, trouble, again: () => void begin() }
}
