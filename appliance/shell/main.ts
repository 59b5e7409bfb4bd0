/** Builds the shell from Electron's parts. Everything that can be tested without Electron is in the other files. */
import { join } from "node:path"
import { app, BrowserWindow, dialog, globalShortcut, Menu, powerSaveBlocker, screen, session } from "electron"
import { autoUpdater } from "electron-updater"
import { systemClock } from "../../runtime/clock.ts"
import { BadFlags, helpOf } from "../../runtime/flags.ts"
import { createLog, type Log } from "../../runtime/log.ts"
import { boxCommand, isBoxRunning } from "./box-command.ts"
import { boxEnvironment, readProcessConfig, SHELL_COMMAND, type ShellConfig } from "./config.ts"
import { systemTimers } from "./electron-types.ts"
import { createExitGate, hashExitCode } from "./exit-code.ts"
import { createExitDialog } from "./exit-dialog.ts"
import { keepPage, type PageKeeper } from "./keep-page.ts"
import { keepScreenOn, requireSingleInstance } from "./keep-screen-on.ts"
import { openLogFile } from "./log-file.ts"
import { guardContents, guardSession } from "./navigation-guard.ts"
import { languageOf, type ShellPages, shellPages } from "./shell-pages.ts"
import { type SupervisedBox, superviseBox } from "./supervise-box.ts"
import { updateAtNight } from "./update-at-night.ts"
import { CHROMIUM_SWITCHES, exitWindowOptions, windowOptions } from "./window-options.ts"

const clock = systemClock
const timers = systemTimers

void start()

async function start(): Promise<void> {
  const config = readConfigOrExit()
  if (!config) return
  for (const [name, value] of CHROMIUM_SWITCHES) app.commandLine.appendSwitch(name, value)
  let window: BrowserWindow | null = null
  if (!requireSingleInstance(app, () => window)) return
  const logs = config.logs ?? app.getPath("logs")
  const log = createLog({ name: "shell", destination: openLogFile(join(logs, "shell.log")) })
  if (config.ignored.length > 0) log.warn({ words: config.ignored }, "not an option of the shell: left to Chromium")
  const box = config.allInOne ? runBox(config, logs, log) : null
  Menu.setApplicationMenu(null)
  await app.whenReady()
  const language = config.language ?? languageOf(app.getLocale())
  const pages = shellPages({ folder: join(app.getAppPath(), "pages"), box: config.box, page: config.page, language })
  guardWindows(pages, log)
  keepScreenOn(powerSaveBlocker)
  const leaving = stopBoxBeforeQuit(box)
  const open = () => {
    window = openWindow(config, pages, log)
    window.on("closed", () => {
      if (!leaving.hasBegun()) open()
    })
  }
  open()
  listenForExit({ config, pages, log, leave: leaving.leave })
  if (app.isPackaged) scheduleUpdates(config, log)
}

/** Null if the program must end: it has shown the help, a hash or a fault. */
function readConfigOrExit(): ShellConfig | null {
  const usual = process.platform === "linux" ? "/etc/brasa/kiosk.json" : join(app.getPath("userData"), "kiosk.json")
  try {
    const config = readProcessConfig(usual, process.argv.slice(app.isPackaged ? 1 : 2))
    const text = config.help ? helpOf(SHELL_COMMAND) : config.makeExitCode && `${hashExitCode(config.makeExitCode)}\n`
    if (!text) return config
    process.stdout.write(text)
    app.exit(0)
  } catch (error) {
    if (!(error instanceof BadFlags)) throw error
    process.stderr.write(`${error.faults.map((fault) => `brasa-kiosk: ${fault}`).join("\n")}\n`)
    dialog.showErrorBox("Brasa", error.message)
    app.exit(2)
  }
  return null
}

function runBox(config: ShellConfig, logs: string, log: Log): SupervisedBox {
  const places = { resources: process.resourcesPath, userData: app.getPath("userData"), platform: process.platform }
  const { node, program, boxArgs } = config
  const command = boxCommand({ node, program, boxArgs, env: boxEnvironment(), ...places })
  const box = superviseBox(command, {
    clock,
    timers,
    log: openLogFile(join(logs, "box.log")),
    isBoxRunning: () => isBoxRunning(config.box),
    report: (what, fields) => log.info(fields, what),
  })
  void box.start()
  return box
}

function guardWindows({ allowed }: ShellPages, log: Log): void {
  const onRefused = (what: string, detail: string) => log.warn({ what, detail }, "refused to a page")
  guardSession(session.defaultSession, { allowed, onRefused })
  app.on("web-contents-created", (_event, contents) => guardContents(contents, { allowed, onRefused }))
}

function openWindow({ display, windowed }: ShellConfig, pages: ShellPages, log: Log): BrowserWindow {
  const chosen = (display === null ? undefined : screen.getAllDisplays()[display - 1]) ?? screen.getPrimaryDisplay()
  const { x, y } = chosen.bounds
  const window = new BrowserWindow(windowOptions({ windowed, at: { x, y } }))
  const { page, offline } = pages
  const report = (what: string, fields: object) => log.warn(fields, what)
  const keeper: PageKeeper = keepPage(window.webContents, { page, offline, clock, timers, report })
  window.once("ready-to-show", () => window.show())
  window.on("closed", () => keeper.stop())
  keeper.start()
  return window
}

/** Stops the box before the shell quits, for any reason: the keys, the system, or an update. */
function stopBoxBeforeQuit(box: SupervisedBox | null) {
  let hasBegun = false
  app.on("window-all-closed", () => {})
  app.on("before-quit", (event) => {
    if (hasBegun) return
    hasBegun = true
    if (!box?.pid()) return
    event.preventDefault()
    void box.stop().finally(() => app.quit())
  })
  return { hasBegun: () => hasBegun, leave: () => app.quit() }
}

function listenForExit(parts: { config: ShellConfig; pages: ShellPages; log: Log; leave: () => void }): void {
  const { config, pages, log, leave } = parts
  if (config.exitKeys === null) return
  const ask = createExitDialog({
    gate: createExitGate(config.exitCode, clock),
    needsCode: config.exitCode !== null,
    exitPage: pages.exit,
    open: (onClosed) => {
      const window = new BrowserWindow(exitWindowOptions())
      window.on("closed", onClosed)
      return window
    },
    leave,
    report: (what, fields) => log.info(fields, what),
  })
  if (!globalShortcut.register(config.exitKeys, ask))
    log.error({ keys: config.exitKeys }, "the exit keys could not be registered")
}

function scheduleUpdates(config: ShellConfig, log: Log): void {
  const policy = { url: config.updateUrl, at: config.updateAt, channel: config.updateChannel }
  updateAtNight(policy, {
    updater: autoUpdater,
    clock,
    timers,
    offsetMinutes: (ms) => -new Date(ms).getTimezoneOffset(),
    report: (what, fields) => log.info(fields, what),
  })
}
