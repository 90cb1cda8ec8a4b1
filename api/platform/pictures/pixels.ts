import type { Orientation } from './exif.ts'

/** Pixels of four bytes, RGBA, from the upper left. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number }

const WHITE = 255

/** Puts the picture onto white, in place. */
export function flatten({ data }: Pixels): void {
  for (let at = 3; at < data.length; at += 4) {
    const alpha = data[at] ?? WHITE
    if (alpha === WHITE) continue
    for (let channel = at - 3; channel < at; channel += 1) {
      data[channel] = WHITE + (((data[channel] ?? WHITE) - WHITE) * alpha) / WHITE
    }
    data[at] = WHITE
  }
}

/** Turns and mirrors the picture so that it is upright without its metadata. */
export function turnUpright(pixels: Pixels, orientation: Orientation): Pixels {
  if (orientation === 1) return pixels
  const { width, height } = pixels
  const source = new Uint32Array(pixels.data.buffer, pixels.data.byteOffset, width * height)
  // The offset of the first pixel, and the steps from a pixel to its right and lower neighbours, in the source.
  const [right, below] = [width - 1, (height - 1) * width]
  const [first, stepX, stepY] = {
    2: [right, -1, width],
    3: [right + below, -1, -width],
    4: [below, 1, -width],
    5: [0, width, 1],
    6: [below, -width, 1],
    7: [right + below, -width, -1],
    8: [right, width, -1],
  }[orientation] as [number, number, number]
  const sideways = orientation >= 5
  const turned = { width: sideways ? height : width, height: sideways ? width : height }
  const target = new Uint32Array(width * height)
  for (let y = 0, to = 0; y < turned.height; y += 1) {
    for (let x = 0, from = first + y * stepY; x < turned.width; x += 1, from += stepX, to += 1) {
      target[to] = source[from] ?? 0
    }
  }
  return { data: new Uint8ClampedArray(target.buffer), ...turned }
}

/**
 * Scales an opaque picture down: each pixel is the mean of the area that it covers.
 * @param width at most the picture's own
 */
export function scaleDown(pixels: Pixels, width: number): Pixels {
  if (width === pixels.width) return pixels
  const height = Math.max(1, Math.round((pixels.height * width) / pixels.width))
  const columns = spansOf(pixels.width, width)
  const rows = spansOf(pixels.height, height)
  const data = new Uint8ClampedArray(width * height * 4)
  let to = 0
  for (const row of rows) {
    for (const column of columns) {
      let [red, green, blue] = [0, 0, 0]
      for (const [y, weightY] of row) {
        for (const [x, weightX] of column) {
          const from = (y * pixels.width + x) * 4
          const weight = weightX * weightY
          red += (pixels.data[from] ?? 0) * weight
          green += (pixels.data[from + 1] ?? 0) * weight
          blue += (pixels.data[from + 2] ?? 0) * weight
        }
      }
      data[to] = red
      data[to + 1] = green
      data[to + 2] = blue
      data[to + 3] = WHITE
      to += 4
    }
  }
  return { data, width, height }
}

type Span = (readonly [index: number, weight: number])[]

/** The source's pixels that each of the target's covers along one side, with their shares, whose sum is 1. */
function spansOf(source: number, target: number): Span[] {
  const scale = source / target
  return Array.from({ length: target }, (_, index) => {
    const [start, end] = [index * scale, Math.min((index + 1) * scale, source)]
    const span: Span = []
    for (let at = Math.floor(start); at < end; at += 1) {
      span.push([at, (Math.min(at + 1, end) - Math.max(at, start)) / (end - start)])
    }
    return span
  })
}
