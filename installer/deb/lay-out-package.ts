/** Adds to a release the other files of the Debian package: units, rules, settings, documentation, maintainer scripts. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { bundleUpdater } from "../updater/bundle-updater.ts"
import { BUILT_IN_LICENCES } from "./lay-out-release.ts"

const SCRIPTS = ["config", "preinst", "postinst", "prerm", "postrm"]
const PLAIN = ["control", "conffiles", "templates"]
/** Units that are started on every machine, whatever its role. */
const ALWAYS_ON = /^brasa-updater\.(path|service)$/
const KIB = 1024
const EXECUTABLE = 0o755

interface PackageContents {
  readonly root: string
  readonly version: string
  readonly architecture: string
  /** The release's modules, for the copyright file. */
  readonly modules: readonly string[]
}

/** `to` already contains the release. */
export function layOutPackage({ root, version, architecture, modules }: PackageContents, to: string): void {
  const installer = join(root, "installer")
  const put = (from: string, path: string, mode?: number) => {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    copyFileSync(from, join(to, path))
    if (mode !== undefined) chmodSync(join(to, path), mode)
  }
  const units = readdirSync(join(installer, "systemd"))
  for (const unit of units) put(join(installer, "systemd", unit), `usr/lib/systemd/system/${unit}`)
  put(join(installer, "udev", "70-brasa.rules"), "usr/lib/udev/rules.d/70-brasa.rules")
  for (const file of readdirSync(join(installer, "etc"))) put(join(installer, "etc", file), `etc/brasa/${file}`)
  put(join(installer, "bin", "brasa"), "usr/bin/brasa", EXECUTABLE)
  put(join(installer, "bin", "brasa-updater"), "opt/brasa/updater/brasa-updater", EXECUTABLE)
  bundleUpdater(root, join(to, "opt/brasa/updater/brasa-updater.mjs"))
  symlinkSync("../../opt/brasa/current/kiosk/brasa-kiosk-chromium", join(to, "usr/bin/brasa-kiosk-chromium"))
  const doc = join(to, "usr/share/doc/brasa")
  cpSync(join(root, "docs", "operators"), doc, { recursive: true })
  cpSync(join(installer, "broker"), join(doc, "broker"), { recursive: true })
  put(join(root, "CHANGELOG.md"), "usr/share/doc/brasa/CHANGELOG.md")
  writeFileSync(join(doc, "copyright"), copyright(to, version, modules))
  const filled = {
    VERSION: version,
    RELEASE: version,
    ARCHITECTURE: architecture,
    SIZE: String(Math.ceil(bytesIn(to) / KIB)),
    UNITS: units.join(" "),
    ALWAYS_ON: units.filter((unit) => ALWAYS_ON.test(unit)).join(" "),
  }
  putScripts(join(installer, "debian"), join(to, "DEBIAN"), filled)
}

function putScripts(from: string, to: string, values: Readonly<Record<string, string>>): void {
  mkdirSync(to)
  for (const name of [...SCRIPTS, ...PLAIN]) {
    const text = readFileSync(join(from, name), "utf8").replaceAll(/@([A-Z_]+)@/g, (_, key) => {
      const value = values[key]
      if (value === undefined) throw new Error(`debian/${name} contains @${key}@, which has no value`)
      return value
    })
    writeFileSync(join(to, name), text)
    chmodSync(join(to, name), SCRIPTS.includes(name) ? EXECUTABLE : 0o644)
  }
}

function copyright(to: string, version: string, modules: readonly string[]): string {
  const release = `opt/brasa/releases/${version}`
  const lines = modules.map((path) => {
    const { version: of, license } = JSON.parse(
      readFileSync(join(to, release, "node_modules", path, "package.json"), "utf8"),
    )
    return `  ${path} ${of}: ${typeof license === "string" ? license : "see its folder"}`
  })
  const texts = existsSync(join(to, release, "node", "LICENSE")) ? `/${release}/node/LICENSE` : "its own folder"
  return [
    "Brasa: all rights reserved.",
    "",
    `With it comes Node.js, under the licences in ${texts}, and these modules of others,`,
    `whose licences stand in their folders under /${release}/node_modules:`,
    "",
    ...lines,
    "",
    `What is built into the program and its pages: /${release}/${BUILT_IN_LICENCES}.`,
    "",
  ].join("\n")
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + bytesIn(path)
    return entry.isFile() ? sum + statSync(path).size : sum
  }, 0)
}
