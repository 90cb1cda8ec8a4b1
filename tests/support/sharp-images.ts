import sharp from 'sharp'
import type { Images } from '#api/platform/pictures/images.ts'

type Transform = Parameters<ReturnType<Images['input']>['transform']>[0]

/** The binding's calls by the library that Miniflare uses for them, in this process; unlike it, with a background, as deployed. */
export const sharpImages: Images = {
  async info(picture) {
    const { format, width, height } = await refused(async () => sharp(await bytesOf(picture)).metadata())
    return { format: format === 'svg' ? 'image/svg+xml' : `image/${format}`, width, height }
  },
  input(picture) {
    const steps: Transform[] = []
    const transformer: ReturnType<Images['input']> = {
      transform(how) {
        steps.push(how)
        return transformer
      },
      async output({ format, quality }) {
        const bytes = await refused(async () => {
          const made = sharp(await bytesOf(picture), { autoOrient: true })
          for (const { width, height, background } of steps) {
            made.resize(width, height, { fit: 'inside', withoutEnlargement: true }).flatten({ background })
          }
          const type = format === 'image/jpeg' ? 'jpeg' : format === 'image/webp' ? 'webp' : 'avif'
          // The least effort: what is tested is not how small they are.
          return made.toFormat(type, { quality, ...(type !== 'jpeg' && { effort: 0 }) }).toBuffer()
        })
        return { image: () => new Blob([new Uint8Array(bytes)]).stream(), contentType: () => format }
      },
    }
    return transformer
  },
}

const bytesOf = async (picture: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(picture).arrayBuffer())

/** Fails as the binding does about a picture. */
async function refused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw Object.assign(new Error('The picture cannot be read', { cause: error }), { code: 9523 })
  }
}
