/** Turns Node's Brotli decoder off. */
import { PassThrough } from "node:stream"
import zlib from "node:zlib"

/**
 * Node's decoder has a memory error that crafted data can exploit (CVE-2026-111497), except in the newest versions, and `fetch` decodes any answer
 * that claims to be Brotli. We never request Brotli. Such an answer now stays encoded, and its reader refuses it as invalid.
 */
export function disableBrotli(): void {
  const value = () => new PassThrough()
  Object.defineProperty(zlib, "createBrotliDecompress", { value, configurable: true, enumerable: true })
}
