/** Builds the page that the hub serves to headquarters, its parts loaded as they are opened, into dist/hub-ui. */
import { defineConfig } from "vite"
import { buildPages } from "./bin/page-build.ts"

export default defineConfig(
  buildPages({
    from: "hub/ui/",
    into: "dist/hub-ui/",
    pages: ["dashboard"],
    base: "/dashboard/",
    machine: process.env.BRASA_HUB ?? "http://127.0.0.1:8080",
  }),
)
