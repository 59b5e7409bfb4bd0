/** The request log: requests and answers of API keys, written beside the requests, and searched at the dashboard. */
export { listRequestsHandler, readRequestHandler } from "./list-requests.ts"
export { createRequestLog, type RequestLog, type RequestLogDeps } from "./request-log.ts"
