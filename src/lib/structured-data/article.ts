import type { ArticleLeaf } from 'schema-dts'
import { address } from '#src/lib/address.ts'
import { isoInstant } from '#src/lib/iso-day.ts'
import { ARTICLE_SHAPES, sharePicture } from '#src/lib/share-picture.ts'
import { publisher, shopReference } from './shop.ts'

/** The frontmatter of an article (content/learn). */
export type ArticleFacts = {
  /** Where it is, for example /learn/mess-up-index. */
  path: string
  title: string
  description: string
  published: Date
  updated: Date
  sources: readonly { url: string }[]
  /** If somebody has counted them. */
  wordCount?: number | undefined
}

/** An article, written and published by the shop (Google: Article). */
export function article(facts: ArticleFacts): ArticleLeaf {
  const { path, title, description, published, updated, sources, wordCount } = facts
  return {
    '@type': 'Article',
    headline: title,
    description,
    image: ARTICLE_SHAPES.map((shape) => address(sharePicture(path, shape))),
    datePublished: isoInstant(published),
    dateModified: isoInstant(updated),
    author: publisher(),
    publisher: shopReference(),
    mainEntityOfPage: address(path),
    ...(wordCount !== undefined && { wordCount }),
    // Their addresses: the page itself tells the rest, and each byte comes before the first paint.
    ...(sources.length > 0 && { citation: sources.map(({ url }) => url) }),
  }
}
