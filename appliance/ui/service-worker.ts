/**
 * Lets a screen load while its box is away. Runs in the browser beside the pages. A page comes from the box whenever the box answers, so that an
 * update is seen at the next load. Answers of the API are never cached.
 */
import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precache } from "workbox-precaching"

/** A frozen box accepts connections but does not answer. */
const PAGE_WAIT_MS = 5_000
const SERVER_ERROR = 500

/** The used part of a service worker's types. TypeScript cannot load them together with the types of pages. */
interface Worker {
  /** Every page and file of this build, with the digest of its content; put there by the build. */
  readonly __WB_MANIFEST: PrecacheEntry[]
  skipWaiting(): Promise<void>
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void
}

interface FetchEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

declare const self: Worker

const files = self.__WB_MANIFEST
const paths = new Set(files.map(({ url }) => new URL(url, location.href).pathname))

precache(files)
cleanupOutdatedCaches()
// Pages never depend on the worker's version: the new one takes over without waiting for the old ones to close.
void self.skipWaiting()

self.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== "GET" || origin !== location.origin) return
  // The kitchen's page has several addresses: `/kds/expo` is `/kds`.
  const page = `/${pathname.split("/")[1]}`
  if (request.mode === "navigate" && paths.has(page)) event.respondWith(pageFromBox(request, page))
  else if (pathname.startsWith("/assets/") && paths.has(pathname)) event.respondWith(cachedFile(request))
})

async function pageFromBox(request: Request, page: string): Promise<Response> {
  const answer = await Promise.race([fetch(request).catch(() => null), noAnswer()])
  if (answer && answer.status < SERVER_ERROR) return answer
  return (await matchPrecache(page)) ?? answer ?? Response.error()
}

function noAnswer(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS, null))
}

/** The file's name contains a digest of its content, so a cached file is never outdated. */
async function cachedFile(request: Request): Promise<Response> {
  return (await matchPrecache(request)) ?? fetch(request)
}
