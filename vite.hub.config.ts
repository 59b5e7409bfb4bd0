/** Builds the page that the hub serves to headquarters, its parts loaded as they are opened, into dist/hub-ui. */
import { fileURLToPath } from "node:url"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { compressed, onlyUsedStyles, withoutSchemas } from "./bin/page-plugins.ts"

const PAGES = ["dashboard"]

const root = fileURLToPath(new URL("hub/ui/", import.meta.url))

export default defineConfig({
  root,
  base: "/dashboard/",
  plugins: [withoutSchemas(), react(), onlyUsedStyles(), compressed()],
  build: {
    outDir: fileURLToPath(new URL("dist/hub-ui/", import.meta.url)),
    emptyOutDir: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rollupOptions: { input: Object.fromEntries(PAGES.map((page) => [page, `${root}${page}/index.html`])) },
  },
  server: {
    fs: { allow: [fileURLToPath(new URL(".", import.meta.url))] },
    proxy: { "/api": process.env.BRASA_HUB ?? "http://127.0.0.1:8080" },
  },
})
