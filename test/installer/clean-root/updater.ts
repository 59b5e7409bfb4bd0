/** The updater in a clean Debian: signs a version with the program's own commands, hands it to the box, and plays the systemd that stops and starts it. */
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { startWatched } from "../../kit/watched-process.ts"
import type { CleanRoot } from "./root.ts"
import type { InstalledStore } from "./store.ts"

/** What the updater calls in place of systemctl: it waits until the test has done it. */
const SERVICE = `#!/bin/sh
echo "$1" > /tmp/service.part && mv /tmp/service.part /tmp/service
while [ -e /tmp/service ]; do sleep 0.1; done
`
const LOOK_EVERY_MS = 50
/** The box looks at what it was told every half minute. */
const ASKED_WITHIN_MS = 60_000
const GATE_SECONDS = "30"
const REQUEST = "var/lib/brasa/box/update/request.json"

export interface Ended {
  readonly steps: string
  readonly last: { readonly to: string; readonly outcome: string; readonly why: string | null }
}

/** A key of whoever makes releases, and its public half where the box looks for it. */
export function trustReleases(root: CleanRoot): void {
  writeFileSync(root.path("tmp/service.sh"), SERVICE, { mode: 0o755 })
  root.must(["brasa", "release", "keygen", "--out", "/tmp/keys"])
  copyFileSync(root.path("tmp/keys/release-key.public.pem"), root.path("etc/brasa/release-keys.pem"))
}

/** Signed, brought to the box by hand, put in at once by the installed updater as root; answers how that ended. */
export async function updateTo(root: CleanRoot, store: InstalledStore, archive: string): Promise<Ended> {
  const inside = `/tmp/${basename(archive)}`
  copyFileSync(archive, root.path(inside))
  root.must(["brasa", "release", "sign", inside, "--key", "/tmp/keys/release-key.private.pem"])
  root.must(["brasa", "appliance", "update", "put", inside.replace(".tar.gz", ".manifest.json"), inside])
  root.must(["brasa", "appliance", "update", "now"])
  for (let waited = 0; !isAsked(root, archive); waited += LOOK_EVERY_MS) {
    if (waited > ASKED_WITHIN_MS) throw new Error(root.must(["brasa", "appliance", "update"]))
    await pause(LOOK_EVERY_MS)
  }
  const steps = await runUpdater(root, store)
  const state = JSON.parse(readFileSync(root.path("var/lib/brasa-updater/state.json"), "utf8")) as Pick<Ended, "last">
  return { steps, last: state.last }
}

/** For this version: the request before lies there until the box has heard how it ended. */
function isAsked(root: CleanRoot, archive: string): boolean {
  const [, version = ""] = /brasa-([\d.]+)-/.exec(basename(archive)) ?? []
  return existsSync(root.path(REQUEST)) && readFileSync(root.path(REQUEST), "utf8").includes(`brasa-${version}.tar.gz`)
}

async function runUpdater(root: CleanRoot, store: InstalledStore): Promise<string> {
  const told = ["--stop", "/tmp/service.sh stop", "--start", "/tmp/service.sh start", "--health", store.healthUrl]
  const words = [root.path(""), "/opt/brasa/updater/brasa-updater", ...told, "--gate-seconds", GATE_SECONDS]
  const child = startWatched("chroot", words, { env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" } })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes: Buffer) => {
      said += bytes.toString()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
  let over = false
  void ended.then(() => {
    over = true
  })
  const asked = root.path("tmp/service")
  while (!over) {
    if (existsSync(asked)) {
      if (readFileSync(asked, "utf8").trim() === "stop") await store.stopBox()
      else store.launchBox()
      rmSync(asked)
    }
    await pause(LOOK_EVERY_MS)
  }
  const code = await ended
  if (code !== 0) throw new Error(`the updater ended with ${code}:\n${said}`)
  return said
}
