import openJpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js'
import openJpegEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js'
import { defaultOptions as JPEG_DEFAULTS } from '@jsquash/jpeg/meta.js'
import openWebpDecoder from '@jsquash/webp/codec/dec/webp_dec.js'
import openWebpEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js'
import { defaultOptions as WEBP_DEFAULTS } from '@jsquash/webp/meta.js'
import { PictureRefused } from '#domain/pictures.ts'
import { PRODUCT_JPEG_MAX_PX, PRODUCT_PICTURE_WIDTHS } from '#domain/product-pictures.ts'
import { inspectPicture } from './inspect.ts'
import type { CleanPicture, ProductPictures } from './pictures.ts'
import { flatten, type Pixels, scaleDown, turnUpright } from './pixels.ts'
import { decodePng } from './png-decode.ts'

/** The compiled codecs. */
export type CodecModules = Record<
  'jpegDecoder' | 'jpegEncoder' | 'webpDecoder' | 'webpEncoder',
  WebAssembly.Module
>

const QUALITY = 80
/** Progressive files are a twentieth smaller and take twice as long. */
const JPEG_OPTIONS = { ...JPEG_DEFAULTS, quality: QUALITY, baseline: true, progressive: false }
/** Method 4, the default, is a twentieth smaller and takes twice as long. */
const WEBP_OPTIONS = { ...WEBP_DEFAULTS, quality: QUALITY, method: 2 }
/** The decoder fills what is missing with grey, and warns. */
const MISSING_DATA = /premature end|bad Huffman code/i

type JpegDecoder = { decode(bytes: Uint8Array, preserveOrientation: boolean): Pixels | null }
type WebpDecoder = { decode(bytes: Uint8Array): Pixels | null }
type Encoder<Options> = {
  encode(data: Uint8ClampedArray, width: number, height: number, options: Options): Uint8Array | null
}

type Codec<T> = (options: {
  noInitialRun: boolean
  print(line: string): void
  printErr(line: string): void
  instantiateWasm(
    imports: WebAssembly.Imports,
    started: (instance: WebAssembly.Instance) => void,
  ): WebAssembly.Exports
}) => Promise<T>

/** Starts a codec, whose memory is as large as its largest picture takes for as long as it is kept. */
function start<T>(
  codec: Codec<T>,
  module: WebAssembly.Module,
  onWarning: (line: string) => void = () => {},
): Promise<T> {
  return codec({
    noInitialRun: true,
    print: onWarning,
    printErr: onWarning,
    instantiateWasm: (imports, started) => {
      const instance = new WebAssembly.Instance(module, imports)
      started(instance)
      return instance.exports
    },
  })
}

type JpegCodecs = { decoder: JpegDecoder; encoder: Encoder<typeof JPEG_OPTIONS>; warnings: string[] }

/**
 * Those of photographs are kept, 60 MB: new ones for each picture of a burst would take 60 MB each until garbage is
 * collected. Those of WebP are not, because the isolate has 128 MB for everything, and few product pictures arrive.
 */
let jpegCodecs: JpegCodecs | null = null

async function openJpegCodecs(modules: CodecModules): Promise<JpegCodecs> {
  const warnings: string[] = []
  const decoder = await start<JpegDecoder>(openJpegDecoder, modules.jpegDecoder, (line) =>
    warnings.push(line),
  )
  const encoder = await start<JpegCodecs['encoder']>(openJpegEncoder, modules.jpegEncoder)
  return { decoder, encoder, warnings }
}

/** Makes one upright JPEG of a picture. @throws PictureRefused */
export async function makePhoto(modules: CodecModules, bytes: Uint8Array): Promise<CleanPicture> {
  return encodeJpeg(modules, await decode(modules, bytes))
}

/** Makes a product's picture in all sizes. @throws PictureRefused */
export async function makeProductPictures(
  modules: CodecModules,
  bytes: Uint8Array,
): Promise<ProductPictures> {
  const pixels = await decode(modules, bytes)
  const { width, height } = pixels
  const fitting = PRODUCT_PICTURE_WIDTHS.filter((each) => each <= width)
  const encoder = await start<Encoder<typeof WEBP_OPTIONS>>(openWebpEncoder, modules.webpEncoder)
  const widths = fitting.length > 0 ? fitting : [width]
  const webp = widths.map((each) => encode(encoder, scaleDown(pixels, each), WEBP_OPTIONS))
  const jpegScale = Math.min(1, PRODUCT_JPEG_MAX_PX / Math.max(width, height))
  const jpeg = await encodeJpeg(modules, scaleDown(pixels, Math.max(1, Math.round(width * jpegScale))))
  return { jpeg, webp }
}

/** The picture's pixels, upright and on white. */
async function decode(modules: CodecModules, bytes: Uint8Array): Promise<Pixels> {
  const { type, width, height, orientation } = inspectPicture(bytes)
  const decoders = { jpeg: decodeJpeg, png: decodePngFile, webp: decodeWebp }
  let pixels: Pixels | null
  try {
    pixels = await decoders[type](modules, bytes)
  } catch {
    // Whatever stops a decoder is in the picture.
    throw new PictureRefused('damaged')
  }
  if (pixels?.width !== width || pixels.height !== height) throw new PictureRefused('damaged')
  flatten(pixels)
  return turnUpright(pixels, orientation)
}

async function decodeJpeg(modules: CodecModules, bytes: Uint8Array): Promise<Pixels | null> {
  jpegCodecs ??= await openJpegCodecs(modules)
  const { decoder, warnings } = jpegCodecs
  warnings.length = 0
  try {
    const pixels = decoder.decode(bytes, false)
    return warnings.some((line) => MISSING_DATA.test(line)) ? null : pixels
  } catch (error) {
    // A decoder that a damaged picture has stopped cannot be used again.
    jpegCodecs = null
    throw error
  }
}

async function decodePngFile(_modules: CodecModules, bytes: Uint8Array): Promise<Pixels> {
  return decodePng(bytes)
}

async function decodeWebp(modules: CodecModules, bytes: Uint8Array): Promise<Pixels | null> {
  return (await start<WebpDecoder>(openWebpDecoder, modules.webpDecoder)).decode(bytes)
}

async function encodeJpeg(modules: CodecModules, pixels: Pixels): Promise<CleanPicture> {
  jpegCodecs ??= await openJpegCodecs(modules)
  return encode(jpegCodecs.encoder, pixels, JPEG_OPTIONS)
}

function encode<Options>(encoder: Encoder<Options>, pixels: Pixels, options: Options): CleanPicture {
  const { data, width, height } = pixels
  const bytes = encoder.encode(data, width, height, options)
  if (!bytes) throw new Error('A picture could not be encoded')
  return { bytes, width, height }
}
