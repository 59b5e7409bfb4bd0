/** Renders a page with its theme, colours and language. */
import { MantineProvider } from "@mantine/core"
import "@mantine/core/styles.css"
import "./base.css"
import { type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { PageBoundary } from "./page-boundary.tsx"
import { theme } from "./theme.ts"

interface StartPageInput {
  /** From `createLanguage`. */
  readonly LanguageProvider: (props: { children: ReactNode }) => ReactNode
  readonly App: () => ReactNode
  /** Default colour scheme; `auto` follows the system. */
  readonly colors?: "light" | "dark" | "auto"
}

export function startPage({ LanguageProvider, App, colors = "light" }: StartPageInput): void {
  const root = document.getElementById("root")
  if (!root) throw new Error("the page has no root")
  // Errors caught by PageBoundary are reported like uncaught ones.
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
