/** Builds the pages that the box serves: one entry per page, what they share once, everything bundled, into dist/ui. */
import { fileURLToPath } from "node:url"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { compressed, onlyUsedStyles, withoutSchemas } from "./bin/page-plugins.ts"
import packageJson from "./package.json" with { type: "json" }

const PAGES = ["pos", "kiosk", "kds", "manage", "setup"]

const root = fileURLToPath(new URL("appliance/ui/", import.meta.url))

export default defineConfig({
  root,
  base: "/",
  define: { BRASA_VERSION: JSON.stringify(packageJson.version) },
  plugins: [withoutSchemas(), react(), onlyUsedStyles(), compressed()],
  build: {
    outDir: fileURLToPath(new URL("dist/ui/", import.meta.url)),
    emptyOutDir: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rollupOptions: { input: Object.fromEntries(PAGES.map((page) => [page, `${root}${page}/index.html`])) },
  },
  server: {
    fs: { allow: [fileURLToPath(new URL(".", import.meta.url))] },
    proxy: { "/api": process.env.BRASA_BOX ?? "http://127.0.0.1:8081" },
  },
})
