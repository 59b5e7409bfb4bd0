/** The store as the kiosk sees it: whether it sells, and its menu as it stands now. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react"
import type { SuccessOf } from "../../../protocol/client/index.ts"
import { readKiosk, readKioskMenu } from "../../../protocol/http/kiosk.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"

const RETRY_MS = 1_500
/** Nudges after which the box is asked at once. */
const ON = ["menu", "day", "hub"]

type KioskState = SuccessOf<typeof readKiosk>["data"]
export type KioskMenu = SuccessOf<typeof readKioskMenu>["data"]

interface Kiosk {
  /** Null until the box has answered once. */
  readonly state: KioskState | null
  /** What was read last; null while there is none. */
  readonly menu: KioskMenu | null
  /** The box says that the store has no menu. */
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

/** Read again as soon as the box names another menu than the one at hand. */
function useKioskMenu(mark: string | undefined): Pick<Kiosk, "menu" | "noMenu"> {
  const { client } = useBox()
  const [held, setHeld] = useState<Pick<Kiosk, "menu" | "noMenu">>({ menu: null, noMenu: false })
  useEffect(() => {
    if (mark === undefined) return
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      const answer = await client.call(readKioskMenu, {})
      if (over) return
      if (answer.ok) return setHeld({ menu: answer.data, noMenu: false })
      if (!answer.offline && answer.refused === "NOT_FOUND") setHeld({ menu: null, noMenu: true })
      timer = setTimeout(read, RETRY_MS)
    }
    void read()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [client, mark])
  return held
}
