import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { dropUnused } from "../../bin/page-plugins.ts"
import { productRoot } from "../../runtime/root.ts"

const used = new Set(["m_1a", "m_2b"])

describe("styles that no script names", () => {
  it.each([
    ["a rule in use", ".m_1a{color:red}", ".m_1a{color:red}"],
    ["a rule of a part that nobody uses", ".m_ff{color:red}", ""],
    ["a rule for what is no part of the library", "body{margin:0}:root{--a:1}", "body{margin:0}:root{--a:1}"],
    ["a list of which one is used", ".m_ff,.m_2b{color:red}", ".m_ff,.m_2b{color:red}"],
    ["a part used inside one that is not", ".m_ff .m_2b{color:red}", ""],
    ["a part that is not another", ".m_1a:not(.m_ff){color:red}", ".m_1a:not(.m_ff){color:red}"],
    ["either of two", ":where(.m_1a,.m_2b) i{top:0}", ":where(.m_1a,.m_2b) i{top:0}"],
    ["one of two that is used", ":is(.m_ff,.m_2b) i{top:0}", ":is(.m_ff,.m_2b) i{top:0}"],
    ["a question around", "@media (width>9px){.m_ff{top:0}.m_1a{top:0}}", "@media (width>9px){.m_1a{top:0}}"],
    ["a question around nothing", "@media print{.m_ff{top:0}}i{top:0}", "i{top:0}"],
    ["what moves", "@keyframes m_ff{to{top:0}}", "@keyframes m_ff{to{top:0}}"],
    ["a statement", '@charset "utf-8";.m_ff{top:0}', '@charset "utf-8";'],
  ])("%s", (_, css, left) => expect(dropUnused(css, used)).toBe(left))
})

describe.each(["dist/ui/assets", "dist/hub-ui/assets"])("the built pages in %s", (folder) => {
  const dir = join(productRoot(), folder)
  const names = readdirSync(dir).filter((name) => /\.(js|css)$/.test(name))

  it.each(names)("%s is the same when it is decompressed", (name) => {
    const bytes = readFileSync(join(dir, name))
    expect(gunzipSync(readFileSync(join(dir, `${name}.gz`))).equals(bytes)).toBe(true)
    expect(brotliDecompressSync(readFileSync(join(dir, `${name}.br`))).equals(bytes)).toBe(true)
  })
})
