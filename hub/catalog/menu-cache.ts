/** Caches the menus that were read last. A content never changes, so nothing here can be stale. */
import { upgradeMenu, withStock } from "../../protocol/rules/catalog/menu.ts"
import type { MenuContent } from "../../protocol/shapes/published-menu.ts"
import type { TenantRead } from "../storage/index.ts"
import { type MenuRow, readContent } from "./menus-store.ts"

/** A menu of 5,000 products takes about 5 MiB. */
const KEPT_MAX = 24

/** The menu's content at this moment. */
export type MenuBook = (scope: TenantRead, menu: MenuRow, out: ReadonlySet<string>) => Promise<MenuContent>

interface Page {
  readonly content: MenuContent
  /** The last requested one, which stays the same between two changes of a store's stock. */
  shown: { readonly out: string; readonly content: MenuContent } | null
}

export function createMenuBook(): MenuBook {
  const pages = new Map<string, Page>()
  return async (scope, { contentHash }, out) => {
    const key = `${scope.tenant.vendorId} ${contentHash}`
    const page = pages.get(key) ?? { content: upgradeMenu(await readContent(scope, contentHash)), shown: null }
    // The oldest entry is the first, because a requested one moves to the end.
    pages.delete(key)
    pages.set(key, page)
    if (pages.size > KEPT_MAX) pages.delete([...pages.keys()][0] ?? "")
    const outKey = [...out].sort().join(" ")
    if (page.shown?.out !== outKey) page.shown = { out: outKey, content: withStock(page.content, out) }
    return page.shown.content
  }
}
