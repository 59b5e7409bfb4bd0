/** Nothing leads away from the box's page: every navigation, window, permission, key and download is asked for here. */
import type { KeyPress, ShellContents, ShellSession } from "./electron-types.ts"

/** Where a window may be: the box's page and what lies under it, and the pages that come with the shell. */
export interface Grounds {
  /** "http://127.0.0.1:8090" */
  readonly origin: string
  /** "/pos"; "/" is every page of the box. */
  readonly page: string
  /** file: addresses of the shell's own pages, without query and hash. */
  readonly own: readonly string[]
}

/** What a page of the box is granted. Sound needs no permission: see `autoplayPolicy` in the window's options. */
const GRANTED: ReadonlySet<string> = new Set(["screen-wake-lock", "fullscreen"])

export function mayNavigate({ origin, page, own }: Grounds, address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.protocol === "file:") return own.includes(`file://${url.host}${url.pathname}`)
  if (url.origin !== origin || url.username !== "" || url.password !== "") return false
  const folder = page.endsWith("/") ? page : `${page}/`
  return url.pathname === page || url.pathname.startsWith(folder)
}

function isGranted({ origin }: Grounds, permission: string, asker: string): boolean {
  return GRANTED.has(permission) && URL.canParse(asker) && new URL(asker).origin === origin
}

/** Keys of the browser itself, and of its developers' tools; those of the page (bump bars, shortcuts) are let through. */
export function isBrowserKey({ key, control, meta, alt }: KeyPress): boolean {
  const command = control || meta
  const name = key.toLowerCase()
  if (/^(f5|f7|f11|f12|browserback|browserforward|browserhome|browserrefresh)$/.test(name)) return true
  if (alt && /^(arrowleft|arrowright|home)$/.test(name)) return true
  return command && /^([rwtnopsuijgfhq]|f4|tab|[+=_0-]|[1-9])$/.test(name)
}

interface GuardOptions {
  readonly grounds: Grounds
  readonly onRefused: (what: string, detail: string) => void
}

export function guardContents(contents: ShellContents, { grounds, onRefused }: GuardOptions): void {
  const watch = (details: { readonly url: string; preventDefault(): void }) => {
    if (mayNavigate(grounds, details.url)) return
    details.preventDefault()
    onRefused("navigation", withoutQuery(details.url))
  }
  contents.on("will-navigate", watch)
  contents.on("will-redirect", watch)
  contents.on("will-frame-navigate", watch)
  contents.on("will-attach-webview", (event) => event.preventDefault())
  // "Leave this page?" would stop a restart of the page for ever: nobody is there to answer it.
  contents.on("will-prevent-unload", (event) => event.preventDefault())
  contents.on("before-input-event", (event, key) => {
    if (isBrowserKey(key)) event.preventDefault()
  })
  contents.setWindowOpenHandler(() => {
    onRefused("window", "a page asked for a window of its own")
    return { action: "deny" }
  })
}

export function guardSession(session: ShellSession, { grounds, onRefused }: GuardOptions): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => {
    const granted = isGranted(grounds, permission, requestingUrl)
    if (!granted) onRefused("permission", permission)
    answer(granted)
  })
  session.setPermissionCheckHandler((_contents, permission, origin) => isGranted(grounds, permission, origin))
  session.setDevicePermissionHandler(() => false)
  session.on("will-download", (event) => {
    event.preventDefault()
    onRefused("download", "a page asked to save a file")
  })
}

/** What is logged of an address: a query may carry a code that pairs a screen. */
function withoutQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? ""
}
