/** What keys have asked and were answered: kept off the way of requests, found by the people of headquarters. */
export { listRequestsHandler, readRequestHandler } from "./list-requests.ts"
export { createRequestLog, type RequestLog, type RequestLogDeps } from "./request-log.ts"
