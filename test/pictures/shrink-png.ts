/** Makes a screenshot a third of its size: 256 colours, each pixel one byte. Pages have few colours, and shades where letters end. */
import { crc32, deflateSync, inflateSync } from "node:zlib"

const SIGNATURE_BYTES = 8
const COLORS_MAX = 256
const BEST = 9
/** Colours that are this close are one: the lowest bits of each part are dropped while they are counted. */
const COARSE_BITS = 3

interface Image {
  readonly width: number
  readonly height: number
  /** Red, green, blue of each pixel. */
  readonly rgb: Buffer
}

export function shrinkPng(png: Buffer): Buffer {
  const image = decode(png)
  const palette = commonest(image.rgb)
  return encode(image, palette, indexed(image.rgb, palette))
}

/** Of what Chromium writes: eight bits a part, with or without alpha, not interlaced. */
function decode(png: Buffer): Image {
  const parts: Buffer[] = []
  let at = SIGNATURE_BYTES
  let head = Buffer.alloc(0)
  while (at < png.length) {
    const length = png.readUInt32BE(at)
    const type = png.toString("latin1", at + 4, at + 8)
    const body = png.subarray(at + 8, at + 8 + length)
    if (type === "IHDR") head = Buffer.from(body)
    if (type === "IDAT") parts.push(body)
    at += length + 12
  }
  const [width, height, bytes] = [head.readUInt32BE(0), head.readUInt32BE(4), head[9] === 6 ? 4 : 3]
  const raw = unfilter(inflateSync(Buffer.concat(parts)), { row: width * bytes, height, bytes })
  const rgb = Buffer.alloc(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel += 1) raw.copy(rgb, pixel * 3, pixel * bytes, pixel * bytes + 3)
  return { width, height, rgb }
}

interface Rows {
  readonly row: number
  readonly height: number
  readonly bytes: number
}

function unfilter(data: Buffer, { row, height, bytes }: Rows): Buffer {
  const out = Buffer.alloc(row * height)
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (row + 1)] ?? 0
    for (let x = 0; x < row; x += 1) {
      const to = y * row + x
      const left = x < bytes ? 0 : (out[to - bytes] ?? 0)
      const up = y === 0 ? 0 : (out[to - row] ?? 0)
      const corner = x < bytes || y === 0 ? 0 : (out[to - row - bytes] ?? 0)
      out[to] = (data[y * (row + 1) + 1 + x] ?? 0) + guess(filter, left, up, corner)
    }
  }
  return out
}

function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  return filter === 4 ? paeth(left, up, corner) : 0
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(left + up - corner - value)) as [number, number, number]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

/** Exact colours, the most frequent first; of colours that are nearly the same the most frequent stands for all. */
function commonest(rgb: Buffer): number[] {
  const counts = new Map<number, number>()
  for (let at = 0; at < rgb.length; at += 3) {
    const color = rgb.readUIntBE(at, 3)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const near = new Map<number, { color: number; most: number; all: number }>()
  for (const [color, count] of counts) {
    const group = coarse(color)
    const was = near.get(group) ?? { color, most: 0, all: 0 }
    const first = count > was.most
    near.set(group, { color: first ? color : was.color, most: first ? count : was.most, all: was.all + count })
  }
  const groups = [...near.values()].sort((a, b) => b.all - a.all)
  return groups.slice(0, COLORS_MAX).map(({ color }) => color)
}

function coarse(color: number): number {
  const part = (shift: number) => ((color >> shift) & 0xff) >> COARSE_BITS
  return (part(16) << 16) | (part(8) << 8) | part(0)
}

function indexed(rgb: Buffer, palette: readonly number[]): Buffer {
  const known = new Map<number, number>()
  const out = Buffer.alloc(rgb.length / 3)
  for (let at = 0; at < out.length; at += 1) {
    const color = rgb.readUIntBE(at * 3, 3)
    let index = known.get(color)
    if (index === undefined) {
      index = nearest(color, palette)
      known.set(color, index)
    }
    out[at] = index
  }
  return out
}

function nearest(color: number, palette: readonly number[]): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [index, other] of palette.entries()) {
    const apart = [16, 8, 0].reduce((sum, s) => sum + (((color >> s) & 0xff) - ((other >> s) & 0xff)) ** 2, 0)
    if (apart < least) [best, least] = [index, apart]
  }
  return best
}

function encode({ width, height }: Image, palette: readonly number[], pixels: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3], 8)
  const colors = Buffer.alloc(palette.length * 3)
  for (const [index, color] of palette.entries()) colors.writeUIntBE(color, index * 3, 3)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) pixels.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(rows, { level: BEST, memLevel: 9 })
  return Buffer.concat([signature, chunk("IHDR", head), chunk("PLTE", colors), chunk("IDAT", data), chunk("IEND")])
}

function chunk(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body])
  const out = Buffer.alloc(named.length + 8)
  out.writeUInt32BE(body.length, 0)
  named.copy(out, 4)
  out.writeUInt32BE(crc32(named), named.length + 4)
  return out
}
