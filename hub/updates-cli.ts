/** `brasa hub updates`: which versions boxes are offered, and which ring a store is in. */
import { readFileSync } from "node:fs"
import { RING_DEFAULT } from "../protocol/http/updates.ts"
import { isRefusal, type Refusal } from "../protocol/refusals.ts"
import { compareVersions, readManifest } from "../protocol/rules/update-manifest.ts"
import { BadFlags, type Command, type FlagTable, helpOf, readFlags, reading } from "../protocol/runtime/flags.ts"
import { createLog } from "../protocol/runtime/log.ts"
import { createValidator } from "../protocol/runtime/validate.ts"
import { SignedManifest } from "../protocol/shapes/update-manifest.ts"
import { DATA_FLAGS } from "./config.ts"
import { openHub } from "./main.ts"
import { createUpdatesDesk, type UpdatesDesk } from "./updates/index.ts"

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

type Asked = { url: string | null; store: readonly string[] }
type Verb = (desk: UpdatesDesk, word: string, asked: Asked) => Promise<string | Refusal>

const VERBS: Readonly<Record<string, Verb>> = {
  list,
  async publish(desk, file, { url }) {
    if (!url) throw new BadFlags(["--url: is required"])
    const published = await desk.publish(readSigned(needed(file, "FILE")), url)
    if (isRefusal(published)) return published
    const { version, platform, rings, expiresAt } = published
    return `${version} for ${platform} is offered to ${rings.join(", ")} until ${expiresAt}`
  },
  async withdraw(desk, version) {
    const done = await desk.withdraw(needed(version, "VERSION"))
    return isRefusal(done) ? done : `${version} is offered no more; boxes that have it keep it`
  },
  async ring(desk, ring, { store }) {
    if (store.length === 0) throw new BadFlags(["--store: is required"])
    const done = await desk.putIntoRing(store, needed(ring, "RING"))
    return isRefusal(done)
      ? done
      : `${store.length === 1 ? "the store is" : `${store.length} stores are`} in ${ring} now`
  },
}

/** The exit code. */
export async function runUpdates(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const asked = readFlags(COMMAND, argv, env)
  if (asked.help) {
    process.stdout.write(helpOf(COMMAND))
    return 0
  }
  const [name = "list", word = ""] = asked.words
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  if (!verb) throw new BadFlags([`${name}: is none of ${Object.keys(VERBS).join(", ")}; see --help`])
  const { context, close } = await openHub(asked.settings, { log: createLog({ level: "warn", name: "hub" }) })
  try {
    const said = await verb(createUpdatesDesk(context), word, asked.settings)
    if (isRefusal(said)) process.stderr.write(`${said.message}\n`)
    else process.stdout.write(`${said}\n`)
    return isRefusal(said) ? 2 : 0
  } finally {
    await close()
  }
}

async function list(desk: UpdatesDesk): Promise<string> {
  const { offers, rings } = await desk.list()
  const lines = [...offers]
    .sort((a, b) => compareVersions(b.version, a.version))
    .map(({ version, platform, manifest, url }) => {
      const read = readManifest(manifest)
      const said = "fault" in read ? read.fault : `${read.rings.join(", ")} until ${read.expiresAt}`
      return `${version}  ${platform}  ${said}  ${url}`
    })
  const stores = rings.map(({ ring, stores }) => `ring ${ring}: ${stores} ${stores === 1 ? "store" : "stores"}`)
  return [
    ...(lines.length > 0 ? lines : ["no version is offered"]),
    ...stores,
    `all others: ring ${RING_DEFAULT}`,
  ].join("\n")
}

function readSigned(file: string): SignedManifest {
  try {
    const signed: unknown = JSON.parse(readFileSync(file, "utf8"))
    const faults = createValidator().check(SignedManifest, signed)
    if (faults.length === 0) return signed as SignedManifest
  } catch (error) {
    throw new BadFlags([`${file}: ${(error as Error).message}`])
  }
  throw new BadFlags([`${file}: is no manifest that brasa release sign has written`])
}

function needed(word: string, name: string): string {
  if (word === "") throw new BadFlags([`${name} is missing; see --help`])
  return word
}
