import { type CollectionEntry, getCollection } from 'astro:content'
import { slugOf, type Topic } from './article-schema.ts'

export type Article = CollectionEntry<'learn'>

/** The articles in the order of the menu: by their place, then the newest first. Drafts only under `npm run dev`. */
export async function articles(): Promise<Article[]> {
  const all = await getCollection('learn')
  return all.sort(
    (a, b) =>
      (a.data.order ?? Number.POSITIVE_INFINITY) - (b.data.order ?? Number.POSITIVE_INFINITY) ||
      b.data.published.getTime() - a.data.published.getTime() ||
      a.data.title.localeCompare(b.data.title),
  )
}

/** Where an article is. */
export function articlePath({ data }: Pick<Article, 'data'>): string {
  return `/learn/${slugOf(data)}`
}

/** The name of an article in menus; a draft, which only `npm run dev` shows, says so. */
export function menuTitle({ data }: Pick<Article, 'data'>): string {
  const title = data.shortTitle ?? data.title
  return data.draft ? `${title} (draft)` : title
}

/** The topic that gives an article its color and its drawing: the first. */
export function topicOf({ data }: Pick<Article, 'data'>): Topic {
  return data.topics[0] ?? 'flowers'
}

/** The ground on which an article of a topic stands: pale tones of the bouquets. */
export const TOPIC_GROUNDS: Readonly<Record<Topic, string>> = {
  apologies: 'bg-blush',
  words: 'bg-butter-pale',
  gifts: 'bg-stem-pale',
  anniversaries: 'bg-blush',
  relationships: 'bg-butter-pale',
  flowers: 'bg-stem-pale',
}
