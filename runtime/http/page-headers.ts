/** Security headers for browsers: nothing from other sites, no frames, no referrer. */
import type { RequestListener } from "node:http"
import type { NextFunction, Request, Response } from "express"

/** Inline styles are allowed because the component library uses them; inline scripts are not. */
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

/** Sets the headers on every answer, before `answer` runs, which may replace them. */
export function guardPages(answer: RequestListener): RequestListener {
  return (request, response) => {
    for (const [name, value] of HEADERS) response.setHeader(name, value)
    answer(request, response)
  }
}

/** For answers to one signed-in person. */
export function forbidCaching(_request: Request, response: Response, next: NextFunction): void {
  response.set("Cache-Control", "no-store")
  next()
}
