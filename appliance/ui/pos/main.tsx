/** Starts the cashier's page. */
import { MantineProvider } from "@mantine/core"
import "@mantine/core/styles.css"
import "../kit/kit.css"
import "./pos.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { LanguageProvider } from "../kit/language.tsx"
import { theme } from "../kit/theme.ts"
import { App } from "./app.tsx"

const root = document.getElementById("root")
if (!root) throw new Error("the page has no root")

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} forceColorScheme="light">
      <LanguageProvider>
        <App />
      </LanguageProvider>
    </MantineProvider>
  </StrictMode>,
)
