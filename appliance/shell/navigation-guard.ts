/** Keeps windows on the box's page: decides on every navigation, new window, permission, key and download. */
import type { KeyPress, ShellContents, ShellSession } from "./electron-types.ts"

/** The allowed addresses of a window: the box's page and the paths below it, and the shell's own pages. */
export interface AllowedAddresses {
  /** "http://127.0.0.1:8090" */
  readonly origin: string
  /** "/pos"; "/" allows every page of the box. */
  readonly page: string
  /** file: addresses of the shell's own pages, without query and hash. */
  readonly shellPages: readonly string[]
}

/** The permissions of the box's pages. Sound needs none: see `autoplayPolicy` in the window's options. */
const GRANTED: ReadonlySet<string> = new Set(["screen-wake-lock", "fullscreen"])

export function mayNavigate({ origin, page, shellPages }: AllowedAddresses, address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.protocol === "file:") return shellPages.includes(`file://${url.host}${url.pathname}`)
  if (url.origin !== origin || url.username !== "" || url.password !== "") return false
  const folder = page.endsWith("/") ? page : `${page}/`
  return url.pathname === page || url.pathname.startsWith(folder)
}

function isGranted({ origin }: AllowedAddresses, permission: string, requester: string): boolean {
  return GRANTED.has(permission) && URL.canParse(requester) && new URL(requester).origin === origin
}

/** Whether a key belongs to the browser or its developer tools. Keys of the page (bump bars, shortcuts) are allowed. */
export function isBrowserKey({ key, control, meta, alt }: KeyPress): boolean {
  const command = control || meta
  const name = key.toLowerCase()
  if (/^(f5|f7|f11|f12|browserback|browserforward|browserhome|browserrefresh)$/.test(name)) return true
  if (alt && /^(arrowleft|arrowright|home)$/.test(name)) return true
  return command && /^([rwtnopsuijgfhq]|f4|tab|[+=_0-]|[1-9])$/.test(name)
}

interface GuardOptions {
  readonly allowed: AllowedAddresses
  readonly onRefused: (what: string, detail: string) => void
}

export function guardContents(contents: ShellContents, { allowed, onRefused }: GuardOptions): void {
  const blockForeignAddress = (details: { readonly url: string; preventDefault(): void }) => {
    if (mayNavigate(allowed, details.url)) return
    details.preventDefault()
    onRefused("navigation", withoutQuery(details.url))
  }
  contents.on("will-navigate", blockForeignAddress)
  contents.on("will-redirect", blockForeignAddress)
  contents.on("will-frame-navigate", blockForeignAddress)
  contents.on("will-attach-webview", (event) => event.preventDefault())
  // The question "Leave this page?" would block a restart for ever: nobody answers it.
  contents.on("will-prevent-unload", (event) => event.preventDefault())
  contents.on("before-input-event", (event, key) => {
    if (isBrowserKey(key)) event.preventDefault()
  })
  contents.setWindowOpenHandler(() => {
    onRefused("window", "a page asked for a window of its own")
    return { action: "deny" }
  })
}

export function guardSession(session: ShellSession, { allowed, onRefused }: GuardOptions): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => {
    const granted = isGranted(allowed, permission, requestingUrl)
    if (!granted) onRefused("permission", permission)
    answer(granted)
  })
  session.setPermissionCheckHandler((_contents, permission, origin) => isGranted(allowed, permission, origin))
  session.setDevicePermissionHandler(() => false)
  session.on("will-download", (event) => {
    event.preventDefault()
    onRefused("download", "a page asked to save a file")
  })
}

/** The address as it is logged: a query may contain a pairing code. */
function withoutQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? ""
}
