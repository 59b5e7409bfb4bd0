/** The addresses of the shell's own pages and of the box's, and where a window may be. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Grounds } from "./navigation-guard.ts"

interface ShellPagesOptions {
  /** The folder of offline.html and exit.html. */
  readonly folder: string
  readonly box: string
  /** With its query, if it has one. */
  readonly page: string
  readonly language: string
}

export interface ShellPages {
  readonly page: string
  readonly offline: string
  readonly exit: (said: string | null) => string
  readonly grounds: Grounds
}

export function shellPages({ folder, box, page, language }: ShellPagesOptions): ShellPages {
  const file = (name: string) => pathToFileURL(join(folder, name)).href
  const withQuery = (name: string, query: Record<string, string>) => `${file(name)}?${new URLSearchParams(query)}`
  return {
    page: box + page,
    offline: withQuery("offline.html", { box, page, lang: language }),
    exit: (said) => withQuery("exit.html", { lang: language, ...(said && { said }) }),
    grounds: { origin: box, page: new URL(page, box).pathname, own: [file("offline.html"), file("exit.html")] },
  }
}

/** Electron's locale, "pt-BR", as one of ours. */
export function languageOf(locale: string): "es" | "pt" | "en" {
  const language = locale.slice(0, 2).toLowerCase()
  return language === "pt" || language === "en" ? language : "es"
}
