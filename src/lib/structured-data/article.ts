import type { ArticleLeaf } from 'schema-dts'
import { address } from '#src/lib/address.ts'
import { isoDay } from '#src/lib/iso-day.ts'
import { sharePicture } from '#src/lib/share-picture.ts'
import { SITE } from '#src/site.ts'
import { publisher, shopReference } from './shop.ts'

/** What an article's file says about it (content/learn). */
export type ArticleFacts = {
  /** Where it is, for example /learn/mess-up-index. */
  path: string
  title: string
  description: string
  published: Date
  updated: Date
  topics: readonly string[]
  sources: readonly { url: string }[]
  /** If somebody has counted them. */
  wordCount?: number | undefined
}

/** An article, written and published by the shop (Google: Article). */
export function article(facts: ArticleFacts): ArticleLeaf {
  const { path, title, description, published, updated, topics, sources, wordCount } = facts
  return {
    '@type': 'Article',
    headline: title,
    description,
    image: address(sharePicture(path)),
    datePublished: isoDay(published),
    dateModified: isoDay(updated),
    author: publisher(),
    publisher: shopReference(),
    mainEntityOfPage: address(path),
    inLanguage: SITE.language,
    isAccessibleForFree: true,
    keywords: [...topics],
    ...(wordCount !== undefined && { wordCount }),
    // Their addresses: the page itself tells the rest, and each byte comes before the first paint.
    ...(sources.length > 0 && { citation: sources.map(({ url }) => url) }),
  }
}
