/** Sends the screen's heartbeats to the box (docs/contract/health.md#heartbeat). */
import { useEffect, useRef } from "react"
import { recordHeartbeat } from "../../protocol/http/health.ts"
import { useStore } from "../figures.tsx"
import { useBox } from "./box.tsx"
import { cadenceOf, FLEET_CADENCE_SECONDS, makeHeartbeat, type ScreenState } from "./make-heartbeat.ts"

/** A lost heartbeat is not sent again, because the next one follows. */
export function useHeartbeat(state: ScreenState): void {
  const { client, device, now } = useBox()
  const { id: storeId } = useStore()
  const latest = useRef(state)
  latest.current = state
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (seconds: number) => {
      timer = setTimeout(send, seconds * 1_000, seconds)
    }
    const send = async (seconds: number) => {
      const body = makeHeartbeat(latest.current, { deviceId: device.deviceId, storeId, now: now() })
      const answer = await client.call(recordHeartbeat, { body })
      if (!isOver) wait(answer.ok ? cadenceOf(answer.headers) : seconds)
    }
    // Spread over time, because all screens of a chain may open in the same minute.
    timer = setTimeout(send, Math.random() * FLEET_CADENCE_SECONDS * 1_000, FLEET_CADENCE_SECONDS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [client, device, storeId, now])
}
