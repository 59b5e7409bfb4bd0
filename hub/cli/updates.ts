/** `brasa hub updates`: lists the versions offered to boxes, and shows or changes a store's rollout ring. */
import { RING_DEFAULT } from "../../protocol/http/updates.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { compareVersions, readManifest } from "../../protocol/rules/updates/update-manifest.ts"
import { SignedManifest } from "../../protocol/shapes/update-manifest.ts"
import { BadFlags, type Command, type FlagTable, reading } from "../../runtime/flags.ts"
import { createValidator } from "../../runtime/validate.ts"
import type { OpenHub } from "../composition/operator.ts"
import { DATA_FLAGS } from "../config.ts"
import { createUpdatesAdmin, type UpdatesAdmin } from "../updates/index.ts"
import {
  byVerb,
  type Env,
  needed,
  neededFlag,
  readText,
  resultLine,
  runHubCommandInDatabase,
  type Verbs,
} from "./run-command.ts"

const FLAGS = {
  ...DATA_FLAGS,
  url: { value: "URL", about: "publish: where boxes fetch the archive.", read: reading.text(null) },
  store: {
    value: "STORE_ID",
    many: true,
    about: "ring: a store to put into it. May be repeated.",
    read: (texts: readonly string[]) => texts.map((text) => text.toLowerCase()),
  },
} as const satisfies FlagTable

const COMMAND = {
  usage: "brasa hub updates [list | publish FILE --url URL | withdraw VERSION | ring RING --store STORE_ID…]",
  about: `Offers boxes a version that brasa release sign has signed, to the rings that it was signed for. A store is in the ring "${RING_DEFAULT}" until it is put into another.`,
  flags: FLAGS,
  words: 2,
} satisfies Command<typeof FLAGS>

const VERBS: Verbs<typeof FLAGS> = {
  list: () => (hub) => list(deskOf(hub)),
  publish(word, settings) {
    const signed = readSigned(needed(word, "FILE"))
    const url = neededFlag(settings.url, "--url")
    return async (hub) => {
      const published = await deskOf(hub).publish(signed, url)
      if (isRefusal(published)) return published
      const { version, platform, rings, expiresAt } = published
      return [`${version} for ${platform} is offered to ${rings.join(", ")} until ${expiresAt}`]
    }
  },
  withdraw(word) {
    const version = needed(word, "VERSION")
    const line = `${version} is offered no more; boxes that have it keep it`
    return async (hub) => resultLine(await deskOf(hub).withdraw(version), line)
  },
  ring(word, { store }) {
    const ring = needed(word, "RING")
    if (store.length === 0) throw new BadFlags(["--store: is required"])
    const line = `${store.length === 1 ? "the store is" : `${store.length} stores are`} in ${ring} now`
    return async (hub) => resultLine(await deskOf(hub).putIntoRing(store, ring), line)
  },
}

/** Returns the exit code. */
export function runUpdates(argv: readonly string[], env: Env): Promise<number> {
  return runHubCommandInDatabase(COMMAND, byVerb(VERBS), { argv, env })
}

function deskOf({ context }: OpenHub): UpdatesAdmin {
  return createUpdatesAdmin(context)
}

async function list(updates: UpdatesAdmin): Promise<string[]> {
  const { offers, rings } = await updates.list()
  const lines = [...offers]
    .sort((a, b) => compareVersions(b.version, a.version))
    .map(({ version, platform, manifest, url }) => {
      const read = readManifest(manifest)
      const said = "fault" in read ? read.fault : `${read.rings.join(", ")} until ${read.expiresAt}`
      return `${version}  ${platform}  ${said}  ${url}`
    })
  const stores = rings.map(({ ring, stores }) => `ring ${ring}: ${stores} ${stores === 1 ? "store" : "stores"}`)
  return [...(lines.length > 0 ? lines : ["no version is offered"]), ...stores, `all others: ring ${RING_DEFAULT}`]
}

function readSigned(file: string): SignedManifest {
  try {
    const signed: unknown = JSON.parse(readText(file))
    const faults = createValidator().check(SignedManifest, signed)
    if (faults.length === 0) return signed as SignedManifest
  } catch (error) {
    if (error instanceof BadFlags) throw error
    throw new BadFlags([`${file}: ${(error as Error).message}`])
  }
  throw new BadFlags([`${file}: is no manifest that brasa release sign has written`])
}
