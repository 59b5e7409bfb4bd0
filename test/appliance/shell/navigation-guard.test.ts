/** Nothing leads away from the box's page. */
import { describe, expect, it } from "vitest"
import type { ShellSession } from "../../../appliance/shell/electron-types.ts"
import { guardContents, guardSession, isBrowserKey, mayNavigate } from "../../../appliance/shell/navigation-guard.ts"
import { shellPages } from "../../../appliance/shell/shell-pages.ts"
import { exitWindowOptions, windowOptions } from "../../../appliance/shell/window-options.ts"
import { standInContents } from "./stand-ins.ts"

const BOX = "http://192.168.1.20:8090"
const pages = shellPages({ folder: "/opt/brasa-kiosk/pages", box: BOX, page: "/kds?station=grill", language: "pt" })

describe("a window of the shell", () => {
  it.each([
    [`${BOX}/kds`, true],
    [`${BOX}/kds?station=bar#now`, true],
    [`${BOX}/kds/expo`, true],
    [pages.offline, true],
    [pages.exit("wrong"), true],
    [`${BOX}/manage`, false],
    [`${BOX}/kdsx`, false],
    [`${BOX}/kds/../manage`, false],
    [`${BOX}/`, false],
    [`${BOX}/api/v2/orders`, false],
    ["http://192.168.1.20:8091/kds", false],
    ["https://192.168.1.20:8090/kds", false],
    ["http://kds@192.168.1.20:8090/kds", false],
    ["http://192.168.1.20:8090.example.com/kds", false],
    ["https://example.com/", false],
    ["file:///etc/passwd", false],
    ["file:///opt/brasa-kiosk/pages/../../../etc/passwd", false],
    ["file://server/opt/brasa-kiosk/pages/offline.html", false],
    ["javascript:alert(1)", false],
    ["data:text/html,hello", false],
    ["chrome://settings", false],
    ["devtools://devtools/bundled/inspector.html", false],
    ["about:blank", false],
    ["not an address", false],
  ])("on its way to %s: %s", (url, allowed) => {
    expect(mayNavigate(pages.allowed, url)).toBe(allowed)
    const { contents, isPrevented } = standInContents()
    guardContents(contents, { allowed: pages.allowed, onRefused: () => {} })
    for (const event of ["will-navigate", "will-redirect", "will-frame-navigate"]) {
      expect(isPrevented(event, { url })).toBe(!allowed)
    }
  })

  it("may be allowed every page of the box, but nothing else", () => {
    const { allowed } = shellPages({ folder: "/opt", box: BOX, page: "/", language: "es" })
    expect(mayNavigate(allowed, `${BOX}/manage`)).toBe(true)
    expect(mayNavigate(allowed, "http://192.168.1.21:8090/manage")).toBe(false)
  })

  it("opens no other window, no frame in the page, and no question before leaving", () => {
    const refused: string[] = []
    const { contents, isPrevented, opensWindow } = standInContents()
    guardContents(contents, { allowed: pages.allowed, onRefused: (what, detail) => refused.push(`${what}: ${detail}`) })
    expect(opensWindow()).toBe("deny")
    expect(isPrevented("will-attach-webview", {})).toBe(true)
    expect(isPrevented("will-prevent-unload", {})).toBe(true)
    isPrevented("will-navigate", { url: "https://example.com/pair?code=123456" })
    expect(refused).toEqual(["window: a page asked for a window of its own", "navigation: https://example.com/pair"])
  })

  it.each([
    ["F12", {}, true],
    ["F5", {}, true],
    ["r", { control: true }, true],
    ["I", { control: true }, true],
    ["w", { meta: true }, true],
    ["+", { control: true }, true],
    ["ArrowLeft", { alt: true }, true],
    ["F4", { control: true }, true],
    ["1", {}, false],
    ["Enter", {}, false],
    ["F2", {}, false],
    ["ArrowLeft", {}, false],
    ["c", { control: true }, false],
    ["v", { control: true }, false],
    ["z", { control: true }, false],
  ])("keeps %s %o from the browser: %s", (key, modifiers, kept) => {
    const press = { type: "keyDown", key, control: false, meta: false, alt: false, ...modifiers }
    expect(isBrowserKey(press)).toBe(kept)
  })

  it("has no access to the machine", () => {
    for (const { webPreferences } of [windowOptions({ windowed: false, at: { x: 0, y: 0 } }), exitWindowOptions()]) {
      expect(webPreferences).toMatchObject({
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        devTools: false,
        webviewTag: false,
        webSecurity: true,
      })
      expect(webPreferences).not.toHaveProperty("preload")
    }
    expect(windowOptions({ windowed: false, at: { x: 0, y: 0 } })).toMatchObject({ kiosk: true, closable: false })
  })
})

describe("a page", () => {
  const session = standInSession()
  guardSession(session.session, { allowed: pages.allowed, onRefused: () => {} })

  it.each([
    ["screen-wake-lock", `${BOX}/kds`, true],
    ["fullscreen", `${BOX}/kds`, true],
    ["screen-wake-lock", "https://example.com/", false],
    ["media", `${BOX}/kds`, false],
    ["geolocation", `${BOX}/kds`, false],
    ["notifications", `${BOX}/kds`, false],
    ["clipboard-read", `${BOX}/kds`, false],
    ["openExternal", `${BOX}/kds`, false],
    ["serial", `${BOX}/kds`, false],
  ])("is granted %s at %s: %s", (permission, url, granted) => {
    expect(session.asks(permission, url)).toBe(granted)
    expect(session.checks(permission, new URL(url).origin)).toBe(granted)
  })

  it("gets no device and saves no file", () => {
    expect(session.wantsDevice()).toBe(false)
    expect(session.downloads()).toBe("prevented")
  })
})

function standInSession() {
  let asked: Parameters<ShellSession["setPermissionRequestHandler"]>[0]
  let checked: Parameters<ShellSession["setPermissionCheckHandler"]>[0]
  let device: () => boolean
  let download: (event: { preventDefault(): void }) => void
  const session: ShellSession = {
    setPermissionRequestHandler: (handler) => {
      asked = handler
    },
    setPermissionCheckHandler: (handler) => {
      checked = handler
    },
    setDevicePermissionHandler: (handler) => {
      device = handler
    },
    on: (_event, listener) => {
      download = listener
    },
  }
  return {
    session,
    asks(permission: string, requestingUrl: string) {
      let granted: boolean | null = null
      asked(
        null,
        permission,
        (answer) => {
          granted = answer
        },
        { requestingUrl },
      )
      return granted
    },
    checks: (permission: string, origin: string) => checked(null, permission, origin),
    wantsDevice: () => device(),
    downloads() {
      let what = "saved"
      download({
        preventDefault() {
          what = "prevented"
        },
      })
      return what
    },
  }
}
