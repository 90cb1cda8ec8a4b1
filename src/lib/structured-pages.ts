import type {
  AboutPageLeaf,
  ArticleLeaf,
  BreadcrumbListLeaf,
  FAQPageLeaf,
  ItemListLeaf,
  WebPageLeaf,
} from 'schema-dts'
import { SITE } from '#domain/site.ts'
import { address, isoInstant, sharePicture } from './page-metadata.ts'
import { publisher, shop, shopReference } from './structured-data.ts'

// The structured data of a page as such: its kind, its text, its place among the others.

type PageFacts = {
  path: string
  title: string
  description: string
  /** Absent: it changes with the code. */
  updated?: Date
}

/** A page of one text, for example the terms. */
export function webPage(facts: PageFacts): WebPageLeaf {
  return { '@type': 'WebPage', ...common(facts), publisher: publisher() }
}

/** The page about the shop, with the shop. */
export function aboutPage(facts: PageFacts): AboutPageLeaf {
  return { '@type': 'AboutPage', ...common(facts), mainEntity: shop() }
}

function common({ path, title, description, updated }: PageFacts) {
  return {
    name: title,
    description,
    url: address(path),
    ...(updated && { dateModified: isoInstant(updated) }),
    inLanguage: SITE.language,
  }
}

/** The frontmatter of an article (content/learn). */
type ArticleFacts = {
  /** Where it is, for example /learn/mess-up-index. */
  path: string
  title: string
  description: string
  published: Date
  updated: Date
  sources: readonly { url: string }[]
}

/** An article, written and published by the shop (Google: Article). */
export function article(facts: ArticleFacts): ArticleLeaf {
  const { path, title, description, published, updated, sources } = facts
  return {
    '@type': 'Article',
    headline: title,
    description,
    image: address(sharePicture(path)),
    datePublished: isoInstant(published),
    dateModified: isoInstant(updated),
    author: publisher(),
    publisher: shopReference(),
    mainEntityOfPage: address(path),
    // Their addresses: the page itself tells the rest, and each byte comes before the first paint.
    ...(sources.length > 0 && { citation: sources.map(({ url }) => url) }),
  }
}

type Question = {
  question: string
  /** The answer as the page shows it; links of ours may be paths. */
  answerHtml: string
}

/** Questions and answers, word for word those of the page (Google: FAQ). */
export function faqPage(questions: readonly Question[]): FAQPageLeaf {
  return {
    '@type': 'FAQPage',
    url: address('/faq'),
    inLanguage: SITE.language,
    mainEntity: questions.map(({ question, answerHtml }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: withAddresses(answerHtml) },
    })),
  }
}

/** Elsewhere a path leads nowhere. */
function withAddresses(html: string): string {
  return html.trim().replaceAll(/ href="(\/[^"]*)"/g, (_, path: string) => ` href="${address(path)}"`)
}

/** The way to a page as it is shown on it, from the start page to the page itself (Google: Breadcrumb). */
export function breadcrumbs(...way: PageLink[]): BreadcrumbListLeaf {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...way].map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: address(path),
    })),
  }
}

type PageLink = { name: string; path: string }

/** Pages of ours in the order in which a page lists them (Google: carousel). */
export function itemList(items: readonly PageLink[]): ItemListLeaf {
  return {
    '@type': 'ItemList',
    itemListElement: items.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      url: address(path),
    })),
  }
}
