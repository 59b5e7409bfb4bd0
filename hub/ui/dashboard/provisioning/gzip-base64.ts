/** A text as the hub takes large files: compressed with gzip, in base64. */

const CHUNK_BYTES = 32_768

export async function gzipBase64(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let letters = ""
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    letters += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES))
  }
  return btoa(letters)
}
