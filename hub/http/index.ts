/** The hub's HTTP server. */
export { type AdminParts, adminRoutes } from "./admin-routes.ts"
export { type AppParts, type Checks, createHubApp } from "./app.ts"
export { createMetrics, type Metrics } from "./metrics.ts"
export { hubRoutes, type RouteParts } from "./routes.ts"
