import { readFile } from 'node:fs/promises'
import { imageMetadata } from 'astro/assets/utils'
import type { HastPluginDefinition } from 'satteri'

/** A picture is shown as wide as the column of an article, which has 36rem. */
const SIZES = '(min-width: 40rem) 36rem, 100vw'

/**
 * Gives pictures of public/ that a text shows their size, so that nothing moves when they come. Those that lie
 * beside the text get theirs from the framework, in several sizes of which the browser chooses.
 */
export const textPictures: HastPluginDefinition = {
  name: 'text-pictures',
  element: {
    filter: ['img'],
    async visit(node, ctx) {
      const { src } = node.properties
      if (typeof src !== 'string') return
      if (!src.startsWith('/')) return ctx.setProperty(node, 'sizes', SIZES)
      const file = new URL(`../../../public${src}`, import.meta.url)
      const { width, height } = await imageMetadata(await readFile(file), src)
      const properties = { width, height, loading: 'lazy', decoding: 'async' }
      for (const [name, value] of Object.entries(properties)) ctx.setProperty(node, name, value)
    },
  },
}
