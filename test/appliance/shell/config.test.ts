/** What a kiosk is told: by flags, environment and file, and what is wrong with it. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { boxCommand } from "../../../appliance/shell/box-command.ts"
import { boxEnvironment, readShellConfig } from "../../../appliance/shell/config.ts"
import { hashExitCode } from "../../../appliance/shell/exit-code.ts"
import { BadFlags } from "../../../runtime/flags.ts"
import { tempFile } from "../../kit/temp.ts"

function read(argv: readonly string[], { env = {}, file }: { env?: Record<string, string>; file?: unknown } = {}) {
  const usualFile = tempFile("kiosk.json")
  if (file !== undefined) writeFileSync(usualFile, typeof file === "string" ? file : JSON.stringify(file))
  return readShellConfig({ argv, env, usualFile })
}

function faultsOf(act: () => unknown): readonly string[] {
  try {
    act()
  } catch (error) {
    if (error instanceof BadFlags) return error.faults
    throw error
  }
  return []
}

describe("the shell's configuration", () => {
  it("is the register on this machine by default", () => {
    expect(read([])).toMatchObject({
      box: "http://127.0.0.1:8090",
      page: "/pos",
      language: null,
      windowed: false,
      exitKeys: "CommandOrControl+Alt+Shift+Q",
      exitCode: null,
      allInOne: false,
      updateUrl: null,
      updateAt: "04:30",
      boxArgs: [],
    })
  })

  it("uses a flag before the environment, and the environment before the file", () => {
    const file = { page: "/kiosk", language: "pt", updateAt: "03:00", display: 2, windowed: true }
    const env = { BRASA_KIOSK_PAGE: "/kds", BRASA_KIOSK_LANGUAGE: "en", BRASA_KIOSK_UPDATE_AT: "" }
    expect(read(["--page", "/kds/expo"], { env, file })).toMatchObject({
      page: "/kds/expo",
      language: "en",
      updateAt: "03:00",
      display: 2,
      windowed: true,
    })
  })

  it("passes Chromium's own switches on", () => {
    const config = read(["--no-sandbox", "--page=/kds", "--ozone-platform=wayland", "--windowed"])
    expect(config).toMatchObject({
      page: "/kds",
      windowed: true,
      ignored: ["--no-sandbox", "--ozone-platform=wayland"],
    })
  })

  it("reports every fault at once", () => {
    const file = { page: "kds", box: "http://box:8090/pos", pages: "/pos", updateUrl: ["https://a"] }
    expect(faultsOf(() => read([], { file }))).toEqual([
      "pages: is not an option of the file",
      "updateUrl: must be a text, a number or true or false",
    ])
    const env = { BRASA_KIOSK_PAGE: "//example.com/pos", BRASA_KIOSK_BOX: "http://box:8090/pos" }
    const argv = [
      "--exit-code",
      "4711",
      "--update-url",
      "http://plain",
      "--update-at",
      "25:00",
      "--make-exit-code",
      "x",
    ]
    expect(faultsOf(() => read(argv, { env })).map((fault) => fault.split(":", 1)[0])).toEqual([
      "BRASA_KIOSK_BOX",
      "BRASA_KIOSK_PAGE",
      "--exit-code",
      "--make-exit-code",
      "--update-url",
      "--update-at",
    ])
  })

  it("refuses an invalid file, and a named file that is missing", () => {
    expect(faultsOf(() => read([], { file: "[]" }))[0]).toContain("must be a JSON object")
    expect(faultsOf(() => read([], { file: "{" }))[0]).toContain("must be a JSON object")
    expect(faultsOf(() => read(["--config", "/nowhere/kiosk.json"]))[0]).toContain("cannot be read")
    expect(faultsOf(() => read([], { file: { appliance: { hub: { url: "x" } } } }))).toEqual([
      "appliance.hub: must be a text, a number or a list of texts",
    ])
  })

  it("accepts the hash of a code, and no keys at all", () => {
    const hash = hashExitCode("4711")
    expect(read(["--exit-code", hash, "--exit-keys", "none"])).toMatchObject({ exitCode: hash, exitKeys: null })
  })
})

describe("the box of an all-in-one", () => {
  const places = { node: null, program: null, resources: "/opt/kiosk/resources", userData: "/home/pos/.config/kiosk" }

  it("is the program that came with the shell, with the file's options, beside the shell's data", () => {
    const appliance = {
      hub: "https://hub.example",
      mqttPort: 1885,
      printer: ["tcp://10.0.0.9:9100", "usb:///dev/usb/lp0"],
    }
    const { boxArgs } = read(["--all-in-one"], { file: { appliance } })
    expect(boxCommand({ ...places, boxArgs, env: {}, platform: "linux" })).toEqual({
      node: join("/opt/kiosk/resources/box/node"),
      program: join("/opt/kiosk/resources/box/dist/brasa.js"),
      args: [
        "--hub=https://hub.example",
        "--mqtt-port=1885",
        "--printer=tcp://10.0.0.9:9100",
        "--printer=usb:///dev/usb/lp0",
        `--data=${join("/home/pos/.config/kiosk/box")}`,
      ],
      env: {},
    })
  })

  it("keeps its data where an option or the environment says", () => {
    const wish = { ...places, env: {}, platform: "linux" }
    expect(boxCommand({ ...wish, boxArgs: ["--data=/srv/box"] }).args).toEqual(["--data=/srv/box"])
    expect(boxCommand({ ...wish, boxArgs: [], env: { BRASA_DATA: "/srv/box" } }).args).toEqual([])
  })

  it("gets none of the shell's own options", () => {
    const env = { PATH: "/bin", BRASA_HUB: "https://hub", BRASA_KIOSK_EXIT_CODE: "x", ELECTRON_RUN_AS_NODE: "1" }
    expect(boxEnvironment(env)).toEqual({ PATH: "/bin", BRASA_HUB: "https://hub" })
  })
})
