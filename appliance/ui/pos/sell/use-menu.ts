/** Reads the register's menu, again whenever the box reports another one. */
import { useCallback, useEffect, useState } from "react"
import { readMenu } from "../../../../protocol/http/register.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import type { RequestError } from "../../../../ui/explain.ts"
import type { Menu } from "../today.ts"
import { useToday } from "../use-today.tsx"

const RETRY_MS = 3_000

export interface MenuView {
  readonly menu: Menu | null
  /** Why the last read failed. A menu that was read before is kept. */
  readonly error: RequestError | null
}

export function useMenu(): MenuView {
  const { client } = useBox()
  const menuMark = useToday().today?.menuMark
  const [view, setView] = useState<MenuView>({ menu: null, error: null })
  const read = useCallback(async () => {
    const answer = await client.call(readMenu, {})
    setView(({ menu }) => (answer.ok ? { menu: answer.data, error: null } : { menu, error: answer }))
    return answer.ok
  }, [client])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const readUntilOk = async () => {
      const isOk = await read()
      if (!isOver && !isOk) timer = setTimeout(readUntilOk, RETRY_MS)
    }
    // Undefined before the box's first answer.
    if (menuMark !== undefined) void readUntilOk()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [read, menuMark])
  return view
}
