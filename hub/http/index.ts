/** The hub's HTTP server. */
export { type AdminRouteDeps, adminRoutes } from "./admin-routes.ts"
export { type AppDeps, createHubApp } from "./app.ts"
export { createMetrics, type Metrics } from "./metrics.ts"
export { hubRoutes, type RouteDeps } from "./routes.ts"
