/** What a browser is told with every answer that stands open to the net: nothing from elsewhere, nobody's frame, no trace in a referrer. */
import type { RequestListener } from "node:http"
import type { NextFunction, Request, Response } from "express"

/** Styles may stand in the page: the library of parts sets its measures so. Scripts may not. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ")

const HEADERS = [
  ["Content-Security-Policy", POLICY],
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=()"],
] as const

/** Stands in front of whatever answers: what is answered ahead of the app says it too. Who needs another policy sets it over this one. */
export function guardPages(answer: RequestListener): RequestListener {
  return (request, response) => {
    for (const [name, value] of HEADERS) response.setHeader(name, value)
    answer(request, response)
  }
}

/** Answers for one person: no cache keeps them. */
export function forbidCaching(_request: Request, response: Response, next: NextFunction): void {
  response.set("Cache-Control", "no-store")
  next()
}
