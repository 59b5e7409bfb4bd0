import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import zlib from "node:zlib"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { disableBrotli } from "../../runtime/disable-brotli.ts"

const SAID = '{"version":"1.0.0"}'
const PACKED = zlib.brotliCompressSync(SAID)
const OWN = Object.getOwnPropertyDescriptor(zlib, "createBrotliDecompress") as PropertyDescriptor
const [NODE, PROGRAM] = process.argv as [string, string]

let server: Server
let address: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const encoding = request.url === "/twice" ? "gzip, br" : "br"
    response.setHeader("content-encoding", encoding).end(PACKED)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
afterEach(() => {
  Object.defineProperty(zlib, "createBrotliDecompress", OWN)
  process.argv = [NODE, PROGRAM]
  process.exitCode = undefined
  vi.restoreAllMocks()
})

async function ask(path = ""): Promise<Buffer> {
  const answer = await fetch(`${address}${path}`, { headers: { "accept-encoding": "identity" } })
  return Buffer.from(await answer.arrayBuffer())
}

describe("an answer with Brotli encoding", () => {
  it("is decoded by Node without a request for it: the reason for this module", async () => {
    expect(String(await ask())).toBe(SAID)
  })

  it("is not decoded", async () => {
    disableBrotli()
    expect(await ask()).toEqual(PACKED)
    await expect(ask("/twice")).rejects.toThrow()
  })

  it.each([
    ["brasa", () => import("../../bin/brasa.ts")],
    ["the updater", () => import("../../installer/updater/main.ts")],
  ])("is not decoded by %s, from its start", async (_, start) => {
    vi.spyOn(process.stdout, "write").mockReturnValue(true)
    process.argv = [NODE, PROGRAM, "--help"]
    await start()
    expect(await ask()).toEqual(PACKED)
  })
})
