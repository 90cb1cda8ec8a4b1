import { inflateSync } from 'node:zlib'
import { PictureRefused } from '#domain/pictures.ts'
import { viewOf } from './header.ts'
import type { Pixels } from './pixels.ts'
import { type Png, readPng } from './png-header.ts'

/** Samples of a pixel by kind of colour. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Pixels that are stored together: the first one, and the steps between them. */
type Pass = { x: number; y: number; stepX: number; stepY: number }

const WHOLE: readonly Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }]
/** The passes of Adam7 (PNG, “Interlaced data order”). */
const INTERLACED: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
]

/**
 * Decodes a PNG by the runtime’s own zlib. The decoder in WebAssembly could not be replaced once a damaged picture stopped it.
 * @throws PictureRefused `damaged`
 */
export function decodePng(bytes: Uint8Array): Pixels {
  const png = readPng(bytes)
  const { width, height } = png.header
  const bitsPerPixel = (CHANNELS[png.colorType] ?? 1) * png.bitDepth
  const passes = (png.interlaced ? INTERLACED : WHOLE)
    .map((pass) => {
      const columns = Math.ceil((width - pass.x) / pass.stepX)
      return {
        ...pass,
        columns,
        rows: Math.ceil((height - pass.y) / pass.stepY),
        rowBytes: Math.ceil((columns * bitsPerPixel) / 8),
      }
    })
    .filter(({ columns, rows }) => columns > 0 && rows > 0)
  const length = passes.reduce((sum, { rows, rowBytes }) => sum + rows * (1 + rowBytes), 0)
  const stored = inflate(png.data, length)
  const data = new Uint8ClampedArray(width * height * 4)
  const draw = pixelWriter(png, data)
  let at = 0
  for (const { x, y, stepX, stepY, columns, rows, rowBytes } of passes) {
    let previous: Uint8Array = new Uint8Array(rowBytes)
    for (let row = 0; row < rows; row += 1) {
      const line = stored.subarray(at + 1, at + 1 + rowBytes)
      unfilter(stored[at] ?? 0, line, previous, Math.max(1, bitsPerPixel >> 3))
      for (let column = 0; column < columns; column += 1) {
        draw(line, column, ((y + row * stepY) * width + x + column * stepX) * 4)
      }
      previous = line
      at += 1 + rowBytes
    }
  }
  return { data, width, height }
}

/** Unpacks the rows, which are exactly so many bytes long. */
function inflate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const packed = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    packed.set(chunk, at)
    at += chunk.length
  }
  const rows = inflateSync(packed, { maxOutputLength: length })
  if (rows.length !== length) throw new PictureRefused('damaged')
  return rows
}

/** Takes back in place what the encoder did to pack a row better (PNG, “Filtering”). */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, bytesPerPixel: number): void {
  if (filter > 4) throw new PictureRefused('damaged')
  if (filter === 0) return
  for (let at = 0; at < line.length; at += 1) {
    const left = at >= bytesPerPixel ? (line[at - bytesPerPixel] ?? 0) : 0
    const up = above[at] ?? 0
    const upperLeft = at >= bytesPerPixel ? (above[at - bytesPerPixel] ?? 0) : 0
    const predicted =
      filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : nearest(left, up, upperLeft)
    line[at] = (line[at] ?? 0) + predicted
  }
}

/** The neighbour that is nearest to left + up − upper left (PNG, “Filter type 4: Paeth”). */
function nearest(left: number, up: number, upperLeft: number): number {
  const estimate = left + up - upperLeft
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upperLeft)]
  if (a <= b && a <= c) return left
  return b <= c ? up : upperLeft
}

type DrawPixel = (line: Uint8Array, column: number, to: number) => void

/** A function that writes a row's pixel into the picture, for the file's kind of colour. */
function pixelWriter(png: Png, data: Uint8ClampedArray): DrawPixel {
  const { bitDepth, colorType, palette, transparency } = png
  const channels = CHANNELS[colorType] ?? 1
  const maximum = 2 ** bitDepth - 1
  /** A sample as it is stored: up to 16 bits. */
  const sampleAt = (line: Uint8Array, index: number): number => {
    if (bitDepth === 8) return line[index] ?? 0
    if (bitDepth === 16) return ((line[index * 2] ?? 0) << 8) | (line[index * 2 + 1] ?? 0)
    const bit = index * bitDepth
    return ((line[bit >> 3] ?? 0) >> (8 - bitDepth - (bit & 7))) & maximum
  }
  if (colorType === 3) {
    return (line, column, to) => {
      const index = sampleAt(line, column)
      if (index * 3 + 3 > palette.length) throw new PictureRefused('damaged')
      data[to] = palette[index * 3] ?? 0
      data[to + 1] = palette[index * 3 + 1] ?? 0
      data[to + 2] = palette[index * 3 + 2] ?? 0
      data[to + 3] = transparency?.[index] ?? 255
    }
  }
  const toByte = 255 / maximum
  const colors = channels >= 3 ? 3 : 1
  const hasAlpha = channels > colors
  const transparent =
    transparency && !hasAlpha && transparency.length === colors * 2
      ? Array.from({ length: colors }, (_, index) => viewOf(transparency).getUint16(index * 2))
      : null
  return (line, column, to) => {
    const first = column * channels
    const red = sampleAt(line, first)
    const green = colors === 3 ? sampleAt(line, first + 1) : red
    const blue = colors === 3 ? sampleAt(line, first + 2) : red
    const isTransparent =
      transparent !== null &&
      red === transparent[0] &&
      (colors === 1 || (green === transparent[1] && blue === transparent[2]))
    data[to] = red * toByte
    data[to + 1] = green * toByte
    data[to + 2] = blue * toByte
    data[to + 3] = hasAlpha ? sampleAt(line, first + colors) * toByte : isTransparent ? 0 : 255
  }
}
