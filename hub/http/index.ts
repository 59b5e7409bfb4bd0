/** The hub's HTTP server. */
export { type AdminRouteDeps, adminRoutes } from "./admin-routes.ts"
export { type AppDeps, type Checks, createHubApp } from "./app.ts"
export { createMetrics, type Metrics } from "./metrics.ts"
export { hubRoutes, type RouteDeps } from "./routes.ts"
