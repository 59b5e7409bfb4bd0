/** A picture as PNG, with the font that the package brings along: no font of the machine has a say in it. */
import { createRequire } from "node:module"
import { Resvg } from "@resvg/resvg-js"

const FONTS = ["DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"]

export function drawPng(svg: string): Uint8Array {
  const resolve = createRequire(import.meta.url).resolve
  const fontFiles = FONTS.map((name) => resolve(`dejavu-fonts-ttf/ttf/${name}`))
  const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: "DejaVu Sans Mono" }
  return new Resvg(svg, { font }).render().asPng()
}
