/** No program of ours decodes Brotli. */
import { PassThrough } from "node:stream"
import zlib from "node:zlib"

/**
 * Node's decoder writes past its memory on bytes made for that (CVE-2026-111497) in all but the newest versions, that of the package included, and
 * `fetch` decodes whatever an answer calls Brotli, also where it was asked not to be packed. We ask nobody for Brotli: such an answer stays
 * as it came, and is refused as what it then is: no JSON, or not the archive that was signed.
 */
export function disableBrotli(): void {
  const value = () => new PassThrough()
  Object.defineProperty(zlib, "createBrotliDecompress", { value, configurable: true, enumerable: true })
}
