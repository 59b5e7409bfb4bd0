/** Builds the pages that the box serves: one entry per page, everything bundled, into dist/ui. */
import { fileURLToPath } from "node:url"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

const root = fileURLToPath(new URL("appliance/ui/", import.meta.url))

export default defineConfig({
  root,
  base: "/",
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL("dist/ui/", import.meta.url)),
    emptyOutDir: true,
    chunkSizeWarningLimit: 1_000,
    rollupOptions: { input: { pos: `${root}pos/index.html` } },
  },
  server: { proxy: { "/api": process.env.BRASA_BOX ?? "http://127.0.0.1:8081" } },
})
