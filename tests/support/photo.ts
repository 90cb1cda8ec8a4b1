import sharp from 'sharp'

/** A small JPEG of one color. Each color is another picture. */
export function photoOf(colour: string): Promise<Uint8Array<ArrayBuffer>> {
  return sharp({ create: { width: 32, height: 24, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
    .then((bytes) => new Uint8Array(bytes))
}
