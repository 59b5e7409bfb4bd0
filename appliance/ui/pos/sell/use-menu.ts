/** The menu of the register, read when the page opens and again as soon as the box says that it has changed. */
import { useCallback, useEffect, useState } from "react"
import { readMenu } from "../../../../protocol/http/register.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import type { RequestError } from "../../../../ui/explain.ts"
import type { Menu } from "../today.ts"
import { useToday } from "../use-today.tsx"

const RETRY_MS = 3_000

export interface MenuView {
  readonly menu: Menu | null
  /** Why there is none; a menu that was read once stays. */
  readonly trouble: RequestError | null
}

export function useMenu(): MenuView {
  const { client } = useBox()
  const menuMark = useToday().today?.menuMark
  const [view, setView] = useState<MenuView>({ menu: null, trouble: null })
  const read = useCallback(async () => {
    const answer = await client.call(readMenu, {})
    setView(({ menu }) => (answer.ok ? { menu: answer.data, trouble: null } : { menu, trouble: answer }))
    return answer.ok
  }, [client])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    const round = async () => {
      const fine = await read()
      if (!over && !fine) timer = setTimeout(round, RETRY_MS)
    }
    // Before the first answer there is no mark, and nothing to show the menu on.
    if (menuMark !== undefined) void round()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [read, menuMark])
  return view
}
