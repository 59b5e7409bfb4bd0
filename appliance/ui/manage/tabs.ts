/** The page's tabs. The address contains the current one, so that a reload shows it again. */
import { useCallback, useEffect, useState } from "react"
import type { IconName } from "../../../ui/icons.tsx"

export const TABS = ["today", "devices", "printers", "spool", "close", "staff", "outageTest"] as const
export type Tab = (typeof TABS)[number]

export const TAB_ICONS: Readonly<Record<Tab, IconName>> = {
  today: "day",
  devices: "menu",
  printers: "printer",
  spool: "orders",
  close: "check",
  staff: "edit",
  outageTest: "alert",
}

export function tabIn(fragment: string): Tab {
  return TABS.find((tab) => fragment === `#${tab}`) ?? "today"
}

export function useTab(): readonly [Tab, (tab: Tab) => void] {
  const [tab, setTab] = useState(() => tabIn(location.hash))
  useEffect(() => {
    const follow = () => setTab(tabIn(location.hash))
    window.addEventListener("hashchange", follow)
    return () => window.removeEventListener("hashchange", follow)
  }, [])
  const go = useCallback((next: Tab) => {
    location.hash = next
  }, [])
  return [tab, go]
}
