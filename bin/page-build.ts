/** How a machine's pages are built: one entry per page, every page in the same shell, what they share once, into one folder. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import react from "@vitejs/plugin-react"
import type { Plugin, UserConfig } from "vite"
import { VitePWA } from "vite-plugin-pwa"
import { compressed, onlyUsedStyles, withoutSchemas } from "./page-plugins.ts"

const project = new URL("../", import.meta.url)
const SHELL = new URL("ui/page.html", project)

interface PageBuild {
  /** The folder with a folder for each page, from the project's root: `appliance/ui/`. */
  readonly from: string
  readonly into: string
  readonly pages: readonly string[]
  /** The path below which the machine serves them. */
  readonly base: string
  /** The machine that answers a page in the making. */
  readonly machine: string
  readonly define?: Record<string, string>
  /** The script in `from` that lets pages load while the machine is away. */
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
      shells(Object.values(entries)),
      withoutSchemas(),
      react(),
      onlyUsedStyles(),
      compressed(),
      serviceWorker === undefined ? [] : keepsFiles(serviceWorker),
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

/** Builds the service worker with the list of all built files; the pages are in it by the addresses at which the machine serves them. */
function keepsFiles(filename: string) {
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

/** Gives each page the one shell, as if it lay beside its `main.tsx`: to the build as a file, to a browser that asks the server. */
function shells(files: readonly string[]): Plugin {
  const shell = () => readFileSync(SHELL, "utf8")
  return {
    name: "page-shells",
    enforce: "pre",
    resolveId: (id) => (files.includes(id) ? id : null),
    load: (id) => (files.includes(id) ? shell() : null),
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = (request.url ?? "").replace(/[?#].*/, "").replace(server.config.base, "/")
        const file = files.find((it) => it.endsWith(`${path}index.html`))
        if (file === undefined || !path.endsWith("/") || path === "/") return next()
        response.setHeader("content-type", "text/html; charset=utf-8")
        response.end(await server.transformIndexHtml(`${path}index.html`, shell()))
      })
    },
  }
}
