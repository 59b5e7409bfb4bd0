/** Provides the page's one live connection to the box. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from "react"
import { makeUuid } from "../uuid.ts"
import { useBox } from "./box.tsx"
import { createLiveConnection, type LiveConnection } from "./live-connection.ts"

const PATH = "/mqtt"
const TAB_LENGTH = 8

interface Live {
  readonly connection: LiveConnection
  readonly show: (shown: number | undefined) => void
}

const LiveContext = createContext<Live | null>(null)

export function LiveProvider({ children }: { children: ReactNode }) {
  const { device, now } = useBox()
  const { deviceId, key } = device
  const shown = useRef<number | undefined>(undefined)
  const live = useMemo<Live>(() => {
    const url = `${location.origin.replace(/^http/, "ws")}${PATH}`
    const heartbeat = () => ({ at: now(), page: location.pathname, ...PAGE_VERSION, ...numberOf(shown.current) })
    const connection = createLiveConnection({ url, deviceId, key, tab: makeUuid().slice(0, TAB_LENGTH), heartbeat })
    const show = (count: number | undefined) => {
      if (shown.current === count) return
      shown.current = count
      connection.sendHeartbeat()
    }
    return { connection, show }
  }, [deviceId, key, now])
  useEffect(() => {
    live.connection.start()
    return live.connection.stop
  }, [live])
  return <LiveContext value={live}>{children}</LiveContext>
}

export function useLive(): LiveConnection {
  return useLiveContext().connection
}

/** Reports the number of tickets or orders on this screen in its heartbeat. */
export function useShown(count: number | undefined): void {
  const { show } = useLiveContext()
  useEffect(() => show(count), [show, count])
}

function useLiveContext(): Live {
  const live = useContext(LiveContext)
  if (!live) throw new Error("useLive stands outside its LiveProvider")
  return live
}

function numberOf(shown: number | undefined): { shown?: number } {
  return shown === undefined ? {} : { shown }
}

const PAGE_VERSION: { readonly version?: string } = typeof BRASA_VERSION === "string" ? { version: BRASA_VERSION } : {}
