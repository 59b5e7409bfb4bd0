/** Options of the shell's windows: the whole screen, and no access to the machine. */

interface WindowOptionsInput {
  /** An ordinary window that can be moved and closed, to try things out. */
  readonly windowed: boolean
  /** The top left corner of the display. */
  readonly at: { readonly x: number; readonly y: number }
}

/** The theme's dark brown, shown before the first paint. */
const BACKGROUND = "#261d18"

/** Chromium's switches for a touch screen without browsing. */
export const CHROMIUM_SWITCHES: readonly (readonly [name: string, value: string])[] = [
  ["disable-pinch", ""],
  ["overscroll-history-navigation", "0"],
  ["disable-features", "Translate,MediaRouter"],
  ["autoplay-policy", "no-user-gesture-required"],
]

export function windowOptions({ windowed, at }: WindowOptionsInput) {
  return {
    ...at,
    width: 1280,
    height: 800,
    kiosk: !windowed,
    fullscreen: !windowed,
    frame: windowed,
    resizable: windowed,
    closable: windowed,
    minimizable: windowed,
    autoHideMenuBar: true,
    backgroundColor: BACKGROUND,
    show: false,
    title: "Brasa",
    webPreferences: webPreferences(),
  }
}

/** The small window that asks for the exit code, over the page. */
export function exitWindowOptions() {
  return {
    width: 420,
    height: 520,
    frame: false,
    resizable: false,
    alwaysOnTop: true,
    backgroundColor: BACKGROUND,
    title: "Brasa",
    webPreferences: webPreferences(),
  }
}

function webPreferences() {
  return {
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    devTools: false,
    spellcheck: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    // A kitchen screen must keep its clock and sound when nobody touches it.
    backgroundThrottling: false,
    autoplayPolicy: "no-user-gesture-required" as const,
  }
}
