/** A picture as PNG, with the font that the package brings along: no font of the machine has a say in it. */
import { createRequire } from "node:module"

const FONTS = ["DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"]

/** The rasteriser is large, and a box that sells needs none: it is loaded for the first picture. */
export async function drawPng(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js")
  const resolve = createRequire(import.meta.url).resolve
  const fontFiles = FONTS.map((name) => resolve(`dejavu-fonts-ttf/ttf/${name}`))
  const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: "DejaVu Sans Mono" }
  return new Resvg(svg, { font }).render().asPng()
}
