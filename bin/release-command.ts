/** `brasa release`: makes signing keys, signs a release archive, and checks a signed manifest. */
import { createHash } from "node:crypto"
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, statSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import {
  ARCHIVE_MAX,
  isVersion,
  MANIFEST_FORMAT,
  manifestText,
  RING_PATTERN,
  readManifest,
  type UpdateManifest,
} from "../protocol/rules/updates/update-manifest.ts"
import { SignedManifest } from "../protocol/shapes/update-manifest.ts"
import { BadFlags, type Command, type FlagTable, helpOf, readFlags, reading } from "../runtime/flags.ts"
import { createReleaseKeys, isSignedBy, readReleaseKeys, signManifest } from "../runtime/release-keys.ts"
import { createValidator } from "../runtime/validate.ts"

const DAY_MS = 86_400_000
const DAYS = 30
const DAYS_MAX = 365
const CHUNK = 1024 * 1024
/** The name that the build gives the archive. */
const ARCHIVE_NAME = /^brasa-(\d+\.\d+\.\d+)-([a-z0-9]+-[a-z0-9]+)\.tar\.gz$/

const FLAGS = {
  out: {
    value: "PATH",
    about: "keygen: the directory; sign: the manifest (default beside the archive).",
    read: reading.text(null),
  },
  key: { value: "FILE", about: "sign: the private key.", read: reading.text(null) },
  keys: { value: "FILE", about: "check: the public keys that boxes have.", read: reading.text(null) },
  archive: { value: "FILE", about: "check: the archive as well.", read: reading.text(null) },
  minVersion: {
    value: "VERSION",
    about: "sign: oldest version that can be updated to this one (default 0.0.0).",
    read: reading.text("0.0.0"),
  },
  ring: {
    value: "RING",
    many: true,
    about: "sign: a ring that gets the version. May be repeated (default all).",
    read: (texts: readonly string[]) => (texts.length > 0 ? texts : ["all"]),
  },
  days: {
    value: "N",
    about: `sign: how many days the manifest is valid (default ${DAYS}).`,
    read: reading.whole(DAYS, { min: 1, max: DAYS_MAX }),
  },
} as const satisfies FlagTable

const COMMAND = {
  usage: "brasa release [keygen --out DIR | sign ARCHIVE --key FILE | check MANIFEST --keys FILE]",
  about:
    "Signs archives that npm run package has built. Keep the private key on a machine without network, never in a store.",
  flags: FLAGS,
  words: 2,
} satisfies Command<typeof FLAGS>

type ReleaseSettings = ReturnType<typeof readFlags<typeof FLAGS>>["settings"]
type Verb = (word: string, settings: ReleaseSettings, now: number) => string

const VERBS: Readonly<Record<string, Verb>> = { keygen, sign, check }

/** Returns the exit code. */
export async function runRelease(argv: readonly string[]): Promise<number> {
  const { settings, words, help } = readFlags(COMMAND, argv, {})
  if (help) {
    process.stdout.write(helpOf(COMMAND))
    return 0
  }
  const [name = "", word = ""] = words
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  if (!verb) throw new BadFlags([`the first argument must be one of ${Object.keys(VERBS).join(", ")}; see --help`])
  process.stdout.write(`${verb(word, settings, Date.now())}\n`)
  return 0
}

function keygen(_word: string, { out }: ReleaseSettings): string {
  if (!out) throw new BadFlags(["--out: is required"])
  const files = { private: join(out, "release-key.private.pem"), public: join(out, "release-key.public.pem") }
  for (const file of Object.values(files)) if (existsSync(file)) throw new BadFlags([`${file} already exists`])
  const { privatePem, publicPem, id } = createReleaseKeys()
  mkdirSync(out, { recursive: true })
  writeFileSync(files.private, privatePem, { mode: 0o600 })
  writeFileSync(files.public, publicPem)
  return `key ${id}\n${files.private}   keep it on a machine without network\n${files.public}   copy it to /etc/brasa/release-keys.pem on every box`
}

function sign(archive: string, { key, out, minVersion, ring, days }: ReleaseSettings, now: number): string {
  const [, version, platform] = ARCHIVE_NAME.exec(basename(archive)) ?? []
  if (version === undefined || platform === undefined)
    throw new BadFlags(["ARCHIVE must keep the name that the build gave it, brasa-VERSION-PLATFORM.tar.gz"])
  if (!key) throw new BadFlags(["--key: is required"])
  const badRing = ring.find((name) => !new RegExp(RING_PATTERN).test(name))
  if (badRing !== undefined)
    throw new BadFlags([`--ring: ${badRing}: must be lower case letters, digits and dashes, at most 20`])
  if (!isVersion(minVersion)) throw new BadFlags([`--min-version: must be like 1.2.3, not "${minVersion}"`])
  const issuedAt = new Date(now).toISOString()
  const expiresAt = new Date(now + days * DAY_MS).toISOString()
  const manifest: UpdateManifest = {
    format: MANIFEST_FORMAT,
    product: "brasa",
    version,
    platform,
    ...measure(archive),
    minVersion,
    rings: ring,
    issuedAt,
    expiresAt,
  }
  const text = manifestText(manifest)
  const read = readManifest(text)
  if ("fault" in read) throw new BadFlags([`the manifest ${read.fault}`])
  const file = out ?? archive.replace(/\.tar\.gz$/, ".manifest.json")
  const privatePem = readText(key)
  const signed = asFlag(`--key: ${key}: is not a private key of brasa release keygen`, () =>
    signManifest(text, privatePem),
  )
  writeFileSync(file, `${JSON.stringify(signed, null, 2)}\n`)
  return `${version} for ${platform}, rings ${ring.join(", ")}, valid until ${expiresAt}, key ${signed.keyId}\n${file}`
}

function check(file: string, { keys, archive }: ReleaseSettings, now: number): string {
  if (!keys) throw new BadFlags(["--keys: is required"])
  const signed = readSigned(file)
  const publicPem = readText(keys)
  const pinned = asFlag(`--keys: ${keys}: is not a public key of brasa release keygen`, () =>
    readReleaseKeys(publicPem),
  )
  if (!isSignedBy(signed, pinned)) throw new BadFlags([`${file}: none of these keys signed it`])
  const manifest = readManifest(signed.manifest)
  if ("fault" in manifest) throw new BadFlags([`${file}: the manifest ${manifest.fault}`])
  if (archive !== null) {
    const { sha256, size } = measure(archive)
    if (sha256 !== manifest.sha256 || size !== manifest.size)
      throw new BadFlags([`${archive}: is not the archive that was signed`])
  }
  const age = manifest.expiresAt <= new Date(now).toISOString() ? "has expired" : "is valid"
  return `the signature of key ${signed.keyId} ${age}\n${JSON.stringify(manifest, null, 2)}`
}

function readSigned(file: string): SignedManifest {
  const wrong = `${file}: is not a manifest of brasa release sign`
  const signed: unknown = asFlag(wrong, () => JSON.parse(readText(file)))
  if (createValidator().check(SignedManifest, signed).length > 0) throw new BadFlags([wrong])
  return signed as SignedManifest
}

/** Converts any error of `read` to a fault of the command line. */
function asFlag<T>(fault: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof BadFlags ? error : new BadFlags([fault])
  }
}

function measure(file: string): { sha256: string; size: number } {
  if (!existsSync(file) || !statSync(file).isFile()) throw new BadFlags([`the file ${file} does not exist`])
  const { size } = statSync(file)
  if (size > ARCHIVE_MAX) throw new BadFlags([`${file}: is larger than ${ARCHIVE_MAX} bytes`])
  const hash = createHash("sha256")
  const handle = openSync(file, "r")
  try {
    const bytes = Buffer.alloc(CHUNK)
    for (let read = readSync(handle, bytes); read > 0; read = readSync(handle, bytes))
      hash.update(bytes.subarray(0, read))
  } finally {
    closeSync(handle)
  }
  return { sha256: hash.digest("hex"), size }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BadFlags([code === "ENOENT" ? `the file ${file} does not exist` : `${file}: ${(error as Error).message}`])
  }
}
