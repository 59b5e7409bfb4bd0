/** Signs a release's manifest and checks such a signature: Ed25519, with the keys that a box was given when it was installed. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto"
import type { SignedManifest } from "../protocol/shapes/update-manifest.ts"

/** Said before the text, so that a signature made for anything else is none here. */
const PURPOSE = "brasa release manifest, format 1\n"
/** The one in use, and the one that follows it. */
const PINNED_MAX = 2
const KEY_ID_LENGTH = 16
const PEM_BLOCK = /-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g

export interface ReleaseKey {
  readonly id: string
  readonly key: KeyObject
}

export function createReleaseKeys(): { readonly privatePem: string; readonly publicPem: string; readonly id: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  return {
    privatePem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicPem: publicKey.export({ type: "spki", format: "pem" }).toString(),
    id: keyIdOf(publicKey),
  }
}

/** The public keys of a file: one or two PEM blocks. Throws one clear line. */
export function readReleaseKeys(text: string): readonly ReleaseKey[] {
  const keys = (text.match(PEM_BLOCK) ?? []).map((pem) => createPublicKey(pem))
  if (keys.length === 0) throw new Error("there is no public key in it: a PEM block is expected")
  if (keys.length > PINNED_MAX) throw new Error(`there are ${keys.length} keys in it, at most ${PINNED_MAX} are pinned`)
  if (keys.some((key) => key.asymmetricKeyType !== "ed25519")) throw new Error("a release's key is an Ed25519 key")
  return keys.map((key) => ({ id: keyIdOf(key), key }))
}

export function signManifest(manifest: string, privatePem: string): SignedManifest {
  const key = createPrivateKey(privatePem)
  if (key.asymmetricKeyType !== "ed25519") throw new Error("a release is signed with an Ed25519 key")
  const signature = sign(null, Buffer.from(PURPOSE + manifest), key).toString("base64")
  return { manifest, keyId: keyIdOf(createPublicKey(key)), signature }
}

/** Whether one of these keys signed this very text. */
export function holdsSignature(signed: SignedManifest, keys: readonly ReleaseKey[]): boolean {
  const pinned = keys.find(({ id }) => id === signed.keyId)
  if (!pinned) return false
  return verify(null, Buffer.from(PURPOSE + signed.manifest), pinned.key, Buffer.from(signed.signature, "base64"))
}

function keyIdOf(key: KeyObject): string {
  const bytes = key.export({ type: "spki", format: "der" })
  return createHash("sha256").update(bytes).digest("hex").slice(0, KEY_ID_LENGTH)
}
