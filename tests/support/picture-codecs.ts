import { readFileSync } from 'node:fs'
import type { CodecModules } from '#api/platform/pictures/codecs.ts'
import { lazyPictureCodecs } from '#api/platform/pictures/lazy-codecs.ts'
import type { PictureCodecs } from '#api/platform/pictures/pictures.ts'

let compiled: CodecModules | undefined

/** The real codecs. The build compiles them for the Worker; here they come from their packages. */
export const testPictureCodecs = (now: () => number): PictureCodecs =>
  lazyPictureCodecs(async () => {
    compiled ??= {
      jpegDecoder: compile('jpeg/codec/dec/mozjpeg_dec.wasm'),
      jpegEncoder: compile('jpeg/codec/enc/mozjpeg_enc.wasm'),
      webpDecoder: compile('webp/codec/dec/webp_dec.wasm'),
      webpEncoder: compile('webp/codec/enc/webp_enc_simd.wasm'),
    }
    return compiled
  }, now)

const compile = (file: string) => new WebAssembly.Module(readFileSync(`node_modules/@jsquash/${file}`))
