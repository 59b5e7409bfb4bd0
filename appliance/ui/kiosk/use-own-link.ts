/** Requests the order's payment link from the box and polls its state until it is paid. */
import { useCallback, useEffect, useState } from "react"
import { readKioskCharge, requestKioskCharge } from "../../../protocol/http/kiosk.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { type ChargeState, type LinkState, linkState } from "./link-state.ts"

const POLL_MS = 1_000
/** A few lost answers are no outage. */
const SILENT_AFTER = 3
/** After this time without a link the guest is offered another way to pay. */
const LATE_MS = 20_000

interface OwnLink {
  readonly state: LinkState
  readonly again: () => void
}

export function useOwnLink(orderId: string, methodCode: string): OwnLink {
  const { client } = useBox()
  const [charge, setCharge] = useState<ChargeState | null>(null)
  const [missed, setMissed] = useState(0)
  const [refused, setRefused] = useState(false)
  const [late, setLate] = useState(false)
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((n) => n + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round requests again
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const lateTimer = setTimeout(setLate, LATE_MS, true)
    const params = { orderId }
    const poll = async () => {
      const answer = await client.call(readKioskCharge, { params })
      if (isOver) return
      setMissed((n) => (answer.ok ? 0 : n + 1))
      if (answer.ok) setCharge(answer.data)
      if (!answer.ok || !answer.data.paid) timer = setTimeout(poll, POLL_MS)
    }
    const request = async () => {
      setRefused(false)
      setLate(false)
      const answer = await client.call(requestKioskCharge, { params, body: { methodCode } })
      if (isOver) return
      if (answer.ok) setCharge(answer.data)
      else setRefused(true)
      void poll()
    }
    void request()
    return () => {
      isOver = true
      clearTimeout(timer)
      clearTimeout(lateTimer)
    }
  }, [client, orderId, methodCode, round])
  return { state: linkState({ charge, silent: missed >= SILENT_AFTER, refused, late }), again }
}
