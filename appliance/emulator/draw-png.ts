/** Draws an SVG as PNG. The font comes with the package, so that a picture looks the same on every machine. */
import { createRequire } from "node:module"

const FONTS = ["DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"]

/** Imports the rasteriser here because it is large, and a box that only sells never needs it. */
export async function drawPng(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js")
  const resolve = createRequire(import.meta.url).resolve
  const fontFiles = FONTS.map((name) => resolve(`dejavu-fonts-ttf/ttf/${name}`))
  const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: "DejaVu Sans Mono" }
  return new Resvg(svg, { font }).render().asPng()
}
