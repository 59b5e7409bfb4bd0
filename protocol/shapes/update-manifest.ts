/** A release's signed manifest: its text and signature. `rules/updates/update-manifest.ts` parses the text. */
import Type, { type Static } from "typebox"

export const SignedManifest = Type.Object({
  manifest: Type.String({ minLength: 1, maxLength: 8_000 }),
  /** The first 16 hex digits of the SHA-256 of the public key. */
  keyId: Type.String({ pattern: "^[0-9a-f]{16}$" }),
  /** Ed25519, base64. */
  signature: Type.String({ pattern: "^[A-Za-z0-9+/]{86}==$" }),
})
export type SignedManifest = Static<typeof SignedManifest>
