/** Asks the network what there is to know: each probe ends in a word, within seconds, and never throws. */
import { lookup } from "node:dns/promises"
import { connect } from "node:net"
import { networkInterfaces } from "node:os"

const PATIENCE_MS = 4_000

export interface Probes {
  /** Addresses of this machine that others can reach. */
  addresses(): string[]
  resolves(host: string): Promise<boolean>
  /** `dateMs`: the other's clock, to the second. */
  asks(
    url: string,
  ): Promise<{ readonly status: number; readonly dateMs: number | null } | "refused" | "silent" | "certificate">
  opens(host: string, port: number): Promise<"open" | "refused" | "silent">
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME|^ERR_TLS|^EPROTO/

export const NETWORK: Probes = {
  addresses: () =>
    Object.values(networkInterfaces())
      .flatMap((rows) => rows ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal)
      .map(({ address }) => address),
  resolves: (host) =>
    Promise.race([
      lookup(host).then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref()),
    ]),
  async asks(url) {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    try {
      const answer = await fetch(url, { signal })
      await answer.body?.cancel()
      const date = Date.parse(answer.headers.get("date") ?? "")
      return { status: answer.status, dateMs: Number.isNaN(date) ? null : date }
    } catch (error) {
      if (signal.aborted) return "silent"
      const code = String((error as { cause?: { code?: unknown } }).cause?.code ?? "")
      return CERTIFICATE.test(code) ? "certificate" : code === "ECONNREFUSED" ? "refused" : "silent"
    }
  },
  opens: (host, port) =>
    new Promise((resolve) => {
      const socket = connect({ host, port, timeout: PATIENCE_MS })
      const end = (how: "open" | "refused" | "silent") => {
        socket.destroy()
        resolve(how)
      }
      socket.once("connect", () => end("open"))
      socket.once("timeout", () => end("silent"))
      socket.once("error", (error) => end((error as { code?: string }).code === "ECONNREFUSED" ? "refused" : "silent"))
    }),
}
