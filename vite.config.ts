/** Builds the pages that the box serves into dist/ui. */
import { defineConfig } from "vite"
import { buildPages } from "./bin/page-build.ts"
import packageJson from "./package.json" with { type: "json" }

export default defineConfig(
  buildPages({
    from: "appliance/ui/",
    into: "dist/ui/",
    pages: ["pos", "kiosk", "kds", "manage", "setup"],
    base: "/",
    serviceWorker: "service-worker.ts",
    machine: process.env.BRASA_BOX ?? "http://127.0.0.1:8081",
    define: { BRASA_VERSION: JSON.stringify(packageJson.version) },
  }),
)
