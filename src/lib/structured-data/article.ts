import type { ArticleLeaf, CreativeWorkLeaf } from 'schema-dts'
import { address } from '#src/lib/address.ts'
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
  sources: readonly { title: string; url: string }[]
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
    datePublished: published.toISOString(),
    dateModified: updated.toISOString(),
    author: publisher(),
    publisher: shopReference(),
    mainEntityOfPage: address(path),
    inLanguage: SITE.language,
    isAccessibleForFree: true,
    keywords: [...topics],
    ...(wordCount !== undefined && { wordCount }),
    ...(sources.length > 0 && { citation: sources.map(citation) }),
  }
}

/** By name and address: the page itself tells the rest, and each byte of it comes before the first paint. */
function citation({ title, url }: ArticleFacts['sources'][number]): CreativeWorkLeaf {
  return { '@type': 'CreativeWork', name: title, url }
}
