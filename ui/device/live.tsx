/** The page's one line to the box's nudges. */
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react"
import { makeUuid } from "../uuid.ts"
import { useBox } from "./box.tsx"
import { createLiveLine, type LiveLine } from "./live-line.ts"

const PATH = "/mqtt"
const TAB_LENGTH = 8

const LiveContext = createContext<LiveLine | null>(null)

export function LiveProvider({ children }: { children: ReactNode }) {
  const { device } = useBox()
  const { deviceId, key } = device
  const line = useMemo(() => {
    const url = `${location.origin.replace(/^http/, "ws")}${PATH}`
    return createLiveLine({ url, deviceId, key, tab: makeUuid().slice(0, TAB_LENGTH) })
  }, [deviceId, key])
  useEffect(() => {
    line.start()
    return line.stop
  }, [line])
  return <LiveContext value={line}>{children}</LiveContext>
}

export function useLive(): LiveLine {
  const line = useContext(LiveContext)
  if (!line) throw new Error("useLive stands outside its LiveProvider")
  return line
}
