import jpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'
import jpegEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'
import webpDecoder from '@jsquash/webp/codec/dec/webp_dec.wasm'
import webpEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.wasm'
import type { CodecModules } from './codecs.ts'

/** The codecs as the build hands them over: Workers compile WebAssembly only when they are deployed. */
export const CODEC_MODULES: CodecModules = { jpegDecoder, jpegEncoder, webpDecoder, webpEncoder }
