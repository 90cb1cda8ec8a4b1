import { readFile } from 'node:fs/promises'
import { imageMetadata } from 'astro/assets/utils'
import type { HastPluginDefinition } from 'satteri'

/**
 * Gives pictures of public/ that a text shows their size, so that nothing moves when they come. Those that lie
 * beside the text get theirs from the framework.
 */
export const publicPictures: HastPluginDefinition = {
  name: 'public-pictures',
  element: {
    filter: ['img'],
    async visit(node, ctx) {
      const { src } = node.properties
      if (typeof src !== 'string' || !src.startsWith('/')) return
      const file = new URL(`../../public${src}`, import.meta.url)
      const { width, height } = await imageMetadata(await readFile(file), src)
      const properties = { width, height, loading: 'lazy', decoding: 'async' }
      for (const [name, value] of Object.entries(properties)) ctx.setProperty(node, name, value)
    },
  },
}
