/** Vite's configuration for a machine's pages: one entry per page, with a common HTML shell. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import react from "@vitejs/plugin-react"
import type { Plugin, UserConfig } from "vite"
import { VitePWA } from "vite-plugin-pwa"
import { compressed, onlyUsedStyles, withoutSchemas } from "./page-plugins.ts"

const project = new URL("../", import.meta.url)
const SHELL = new URL("ui/page.html", project)

interface PageBuild {
  /** Folder with a subfolder per page, relative to the project: `appliance/ui/`. */
  readonly from: string
  readonly into: string
  readonly pages: readonly string[]
  /** Path below which the machine serves the pages. */
  readonly base: string
  /** URL of the machine that answers API requests of the development server. */
  readonly machine: string
  readonly define?: Record<string, string>
  /** The service worker in `from`, with which pages load while the machine is unreachable. */
  readonly serviceWorker?: string
}

export function buildPages({ from, into, pages, base, machine, define = {}, serviceWorker }: PageBuild): UserConfig {
  const root = fileURLToPath(new URL(from, project))
  const entries = Object.fromEntries(pages.map((page) => [page, `${root}${page}/index.html`]))
  return {
    root,
    base,
    define,
    plugins: [
      shellPlugin(Object.values(entries)),
      withoutSchemas(),
      react(),
      onlyUsedStyles(),
      compressed(),
      serviceWorker === undefined ? [] : serviceWorkerPlugin(serviceWorker),
    ],
    build: {
      outDir: fileURLToPath(new URL(into, project)),
      emptyOutDir: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1_000,
      rollupOptions: { input: entries },
    },
    server: { fs: { allow: [fileURLToPath(project)] }, proxy: { "/api": machine } },
  }
}

/** Builds the service worker with the list of all built files; pages are listed by their served address. */
function serviceWorkerPlugin(filename: string) {
  return VitePWA({
    strategies: "injectManifest",
    srcDir: ".",
    filename,
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: ["*/index.html", "assets/*.{js,css,svg,woff2}"],
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map((entry) => ({ ...entry, url: entry.url.replace(/^(\w+)\/index\.html$/, "/$1") })),
        }),
      ],
    },
  })
}

/** Provides the common HTML shell as each page's `index.html`, to the build and to the development server. */
function shellPlugin(files: readonly string[]): Plugin {
  const shell = () => readFileSync(SHELL, "utf8")
  return {
    name: "page-shells",
    enforce: "pre",
    resolveId: (id) => (files.includes(id) ? id : null),
    load: (id) => (files.includes(id) ? shell() : null),
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = (request.url ?? "").replace(/[?#].*/, "").replace(server.config.base, "/")
        const file = files.find((candidate) => candidate.endsWith(`${path}index.html`))
        if (file === undefined || !path.endsWith("/") || path === "/") return next()
        response.setHeader("content-type", "text/html; charset=utf-8")
        response.end(await server.transformIndexHtml(`${path}index.html`, shell()))
      })
    },
  }
}
