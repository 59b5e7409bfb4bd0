/**
 * `npm run record`: regenerates the generated files of the repository: the schema of provisioning files, the reference's recorded answers, the
 * pictures of printed documents, the printer commands. If a step fails, nothing changes.
 */
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { provisioningSchema } from "../hub/tenants/index.ts"
import { differencesPage } from "./record-printers/compare-libraries.ts"
import { modelsPage } from "./record-printers/models-page.ts"
import { recordPrinterModels } from "./record-printers/record-printer-models.ts"

const ROOT = fileURLToPath(new URL("..", import.meta.url))
/** Inside the repository, so that the formatter's settings apply. */
const WORK = mkdtempSync(join(ROOT, "dist-record-"))

try {
  await record()
} finally {
  rmSync(WORK, { recursive: true, force: true })
}

async function record(): Promise<void> {
  const at = (...names: string[]) => join(WORK, ...names)
  for (const folder of [
    "docs/pictures",
    "docs/contributors",
    "docs/operators",
    "protocol/http",
    "appliance/printing/encoding",
  ])
    mkdirSync(at(folder), { recursive: true })

  step("the schema of provisioning files")
  writeFileSync(at("docs/provisioning.schema.json"), JSON.stringify(provisioningSchema(), null, 2))

  step("the commands of printers")
  const models = await recordPrinterModels()
  writeFileSync(at("appliance/printing/encoding/printer-models.json"), JSON.stringify(models, null, 2))
  writeFileSync(at("docs/contributors/printer-commands.md"), await differencesPage(models))
  writeFileSync(at("docs/operators/printer-models.md"), modelsPage(models))

  step("the reference's recorded answers")
  const answers = at("protocol/http/recorded-answers.json")
  run("vitest/vitest.mjs", ["run", "test/contract/examples.test.ts"], { BRASA_RECORD: answers })

  step("the pictures of printed documents")
  run("tsx/dist/cli.mjs", ["bin/brasa.ts", "printer", "pictures", at("docs/pictures")])

  run("@biomejs/biome/bin/biome", ["format", "--write", "--vcs-enabled=false", WORK])
  for (const file of readdirSync(WORK, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    copyFileSync(path, join(ROOT, relative(WORK, path)))
  }
  step(`done: git diff shows what has changed. Screenshots are taken by npm run pictures:screens`)
}

function step(what: string): void {
  console.log(what)
}

/** Runs a program of an npm package; shows only its errors. */
function run(program: string, args: readonly string[], env: Record<string, string> = {}): void {
  execFileSync(process.execPath, [join(ROOT, "node_modules", program), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  })
}
