/** Signs release manifests and checks the signatures (Ed25519). A box has the public keys from its installation. */
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

/** Prefix of the signed text, so that signatures for other purposes are not valid here. */
const PURPOSE = "brasa release manifest, format 1\n"
/** The current key and its successor. */
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

/** Reads a file with one or two public keys as PEM blocks. Throws an Error with a one-line message. */
export function readReleaseKeys(text: string): readonly ReleaseKey[] {
  const keys = (text.match(PEM_BLOCK) ?? []).map((pem) => createPublicKey(pem))
  if (keys.length === 0) throw new Error("it contains no public key: a PEM block is expected")
  if (keys.length > PINNED_MAX) throw new Error(`it contains ${keys.length} keys; at most ${PINNED_MAX} are allowed`)
  if (keys.some((key) => key.asymmetricKeyType !== "ed25519")) throw new Error("a release key must be an Ed25519 key")
  return keys.map((key) => ({ id: keyIdOf(key), key }))
}

export function signManifest(manifest: string, privatePem: string): SignedManifest {
  const key = createPrivateKey(privatePem)
  if (key.asymmetricKeyType !== "ed25519") throw new Error("a release must be signed with an Ed25519 key")
  const signature = sign(null, Buffer.from(PURPOSE + manifest), key).toString("base64")
  return { manifest, keyId: keyIdOf(createPublicKey(key)), signature }
}

/** Whether one of these keys signed exactly this manifest. */
export function isSignedBy(signed: SignedManifest, keys: readonly ReleaseKey[]): boolean {
  const pinned = keys.find(({ id }) => id === signed.keyId)
  if (!pinned) return false
  return verify(null, Buffer.from(PURPOSE + signed.manifest), pinned.key, Buffer.from(signed.signature, "base64"))
}

function keyIdOf(key: KeyObject): string {
  const bytes = key.export({ type: "spki", format: "der" })
  return createHash("sha256").update(bytes).digest("hex").slice(0, KEY_ID_LENGTH)
}
