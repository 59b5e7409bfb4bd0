/** Starts the page of a box's first boot. */
import { startPage } from "../../../ui/start-page.tsx"
import { App } from "./app.tsx"
import { LanguageProvider } from "./language.ts"
import "../manage/manage.css"
import "./setup.css"

startPage({ LanguageProvider, App, colors: "auto" })
