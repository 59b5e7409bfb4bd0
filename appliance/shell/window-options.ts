/** How a window of the shell is made: the whole screen for one page that reaches nothing of the machine. */

interface WindowOptionsInput {
  /** A window that can be moved and closed, to try things out. */
  readonly windowed: boolean
  /** The corner of the display to stand on. */
  readonly at: { readonly x: number; readonly y: number }
}

/** Seen between the start and the first paint, instead of white: the theme's dark brown. */
const BACKGROUND = "#261d18"

/** Chromium's switches for a screen that is touched and never browsed. */
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
    // A kitchen screen must keep its clock and ring although nobody has touched it.
    backgroundThrottling: false,
    autoplayPolicy: "no-user-gesture-required" as const,
  }
}
