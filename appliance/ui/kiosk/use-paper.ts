/** Prints the locator slip once and polls its state. The screen shows the locator in any case. */
import { useEffect, useState } from "react"
import type { SuccessOf } from "../../../protocol/client/index.ts"
import { printLocator } from "../../../protocol/http/kiosk.ts"
import { useBox } from "../../../ui/device/box.tsx"

const POLL_MS = 1_000
/** After this time the slip counts as failed. */
const SLOW_MS = 10_000

type Paper = SuccessOf<typeof printLocator>["data"]["paper"]

export function usePrintedLocator(orderId: string, jobId: string): Paper {
  const { client } = useBox()
  const [paper, setPaper] = useState<Paper>("waiting")
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const slow = setTimeout(() => setPaper((now) => (now === "waiting" ? "failed" : now)), SLOW_MS)
    const poll = async () => {
      const answer = await client.call(printLocator, { params: { orderId }, body: { jobId } })
      if (isOver) return
      const next = answer.ok ? answer.data.paper : "failed"
      setPaper((now) => (next === "waiting" ? now : next))
      if (next !== "printed" && next !== "none") timer = setTimeout(poll, POLL_MS)
    }
    void poll()
    return () => {
      isOver = true
      clearTimeout(timer)
      clearTimeout(slow)
    }
  }, [client, orderId, jobId])
  return paper
}
