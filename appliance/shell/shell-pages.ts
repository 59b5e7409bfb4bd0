/** The addresses of the shell's and the box's pages, and the addresses that a window may have. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { AllowedAddresses } from "./navigation-guard.ts"

interface ShellPagesOptions {
  /** The folder of offline.html and exit.html. */
  readonly folder: string
  readonly box: string
  /** The path, with its query if there is one. */
  readonly page: string
  readonly language: string
}

export interface ShellPages {
  readonly page: string
  readonly offline: string
  readonly exit: (message: string | null) => string
  readonly allowed: AllowedAddresses
}

export function shellPages({ folder, box, page, language }: ShellPagesOptions): ShellPages {
  const file = (name: string) => pathToFileURL(join(folder, name)).href
  const withQuery = (name: string, query: Record<string, string>) => `${file(name)}?${new URLSearchParams(query)}`
  return {
    page: box + page,
    offline: withQuery("offline.html", { box, page, lang: language }),
    exit: (message) => withQuery("exit.html", { lang: language, ...(message && { said: message }) }),
    allowed: { origin: box, page: new URL(page, box).pathname, shellPages: [file("offline.html"), file("exit.html")] },
  }
}

/** The product's language for a locale as "pt-BR". */
export function languageOf(locale: string): "es" | "pt" | "en" {
  const language = locale.slice(0, 2).toLowerCase()
  return language === "pt" || language === "en" ? language : "es"
}
