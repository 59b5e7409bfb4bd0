/** Asks the box for a sale's payment link once, and then how it stands, until it is paid. */
import { useCallback, useEffect, useState } from "react"
import type { SuccessOf } from "../../../protocol/client/index.ts"
import { askCharge, readCharge } from "../../../protocol/http/register-charge.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { explain } from "../../../ui/explain.ts"
import type { MessageKey } from "./messages/index.ts"

const POLL_MS = 1_000

type Standing = SuccessOf<typeof readCharge>["data"]

export interface LinkView {
  readonly standing: Standing | null
  /** Why the box did not even ask. */
  readonly trouble: MessageKey | null
  readonly again: () => void
}

export function useLink(orderId: string, methodCode: string): LinkView {
  const { client } = useBox()
  const [standing, setStanding] = useState<Standing | null>(null)
  const [trouble, setTrouble] = useState<MessageKey | null>(null)
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((n) => n + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew
  useEffect(() => {
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const params = { orderId }
    const poll = async () => {
      const answer = await client.call(readCharge, { params })
      if (over) return
      if (answer.ok) setStanding(answer.data)
      if (!answer.ok || !answer.data.paid) timer = setTimeout(poll, POLL_MS)
    }
    const begin = async () => {
      setTrouble(null)
      const answer = await client.call(askCharge, { params, body: { methodCode } })
      if (over) return
      if (answer.ok) setStanding(answer.data)
      else if (answer.offline || answer.refused !== "ORDER_NOT_OPEN")
        setTrouble(!answer.offline && answer.refused === "SERVICE_UNAVAILABLE" ? "link.offline" : explain(answer))
      timer = setTimeout(poll, POLL_MS)
    }
    void begin()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [client, orderId, methodCode, round])
  return { standing, trouble, again }
}
