/** The store's state and current menu, for all screens of the kiosk. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react"
import type { SuccessOf } from "../../../protocol/client/index.ts"
import { readKiosk, readKioskMenu } from "../../../protocol/http/kiosk.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"

const RETRY_MS = 1_500
/** Notifications after which the state is read at once. */
const ON = ["menu", "day", "hub"]

type KioskState = SuccessOf<typeof readKiosk>["data"]
export type KioskMenu = SuccessOf<typeof readKioskMenu>["data"]

interface Kiosk {
  /** Null until the box has answered once. */
  readonly state: KioskState | null
  /** The latest menu; null until one was read. */
  readonly menu: KioskMenu | null
  /** The store has no menu. */
  readonly noMenu: boolean
  readonly reachable: boolean
}

const KioskContext = createContext<Kiosk | null>(null)

export function KioskProvider({ children }: { children: ReactNode }) {
  const { data, reachable } = useSnapshot(readKiosk, { on: ON })
  const { menu, noMenu } = useKioskMenu(data?.menuMark)
  const value = useMemo<Kiosk>(() => ({ state: data, menu, noMenu, reachable }), [data, menu, noMenu, reachable])
  return <KioskContext value={value}>{children}</KioskContext>
}

export function useKiosk(): Kiosk {
  const kiosk = useContext(KioskContext)
  if (!kiosk) throw new Error("useKiosk stands outside its KioskProvider")
  return kiosk
}

/** Reads the menu again when the box reports another `menuMark`. */
function useKioskMenu(mark: string | undefined): Pick<Kiosk, "menu" | "noMenu"> {
  const { client } = useBox()
  const [latest, setLatest] = useState<Pick<Kiosk, "menu" | "noMenu">>({ menu: null, noMenu: false })
  useEffect(() => {
    if (mark === undefined) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      const answer = await client.call(readKioskMenu, {})
      if (isOver) return
      if (answer.ok) return setLatest({ menu: answer.data, noMenu: false })
      if (!answer.offline && answer.refused === "NOT_FOUND") setLatest({ menu: null, noMenu: true })
      timer = setTimeout(read, RETRY_MS)
    }
    void read()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [client, mark])
  return latest
}
