import type { CodecModules } from './codecs.ts'
import type { PictureCodecs } from './pictures.ts'
import { createPicturePlaces } from './places.ts'

/**
 * Codecs that are loaded with the first picture, because no page needs them.
 * @param loadModules loads the compiled codecs
 * @param now milliseconds
 */
export function lazyPictureCodecs(
  loadModules: () => Promise<CodecModules>,
  now: () => number,
): PictureCodecs {
  const load = () => Promise.all([import('./codecs.ts'), loadModules()])
  return {
    takePlace: createPicturePlaces(now),
    async photo(bytes) {
      const [codecs, modules] = await load()
      return codecs.makePhoto(modules, bytes)
    },
    async productPictures(bytes) {
      const [codecs, modules] = await load()
      return codecs.makeProductPictures(modules, bytes)
    },
  }
}
