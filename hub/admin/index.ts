/** The dashboard's pages for developers: webhooks, keys, menus, payment methods and the provisioning file. */
export type { AdminDeps } from "./deps.ts"
export { developerRoutes } from "./routes.ts"
