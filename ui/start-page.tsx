/** Starts a page: theme, colours, language, and the page itself. */
import { MantineProvider } from "@mantine/core"
import "@mantine/core/styles.css"
import "./base.css"
import { type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { PageBoundary } from "./page-boundary.tsx"
import { theme } from "./theme.ts"

interface StartPageInput {
  /** The page's own, from `createLanguage`. */
  readonly LanguageProvider: (props: { children: ReactNode }) => ReactNode
  readonly App: () => ReactNode
  /** Before anybody has chosen on this device; `auto` follows the machine. */
  readonly colors?: "light" | "dark" | "auto"
}

export function startPage({ LanguageProvider, App, colors = "light" }: StartPageInput): void {
  const root = document.getElementById("root")
  if (!root) throw new Error("the page has no root")
  // As loud as one that nobody caught.
  createRoot(root, { onCaughtError: (error) => reportError(error) }).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme={colors}>
        <LanguageProvider>
          <PageBoundary>
            <App />
          </PageBoundary>
        </LanguageProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
