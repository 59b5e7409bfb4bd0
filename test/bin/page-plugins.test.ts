import { describe, expect, it } from "vitest"
import { dropUnused } from "../../bin/page-plugins.ts"

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
