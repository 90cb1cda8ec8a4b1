import type { Article } from './articles.ts'

/**
 * The other articles, those that share most topics first, then in the order of the menu.
 * @param all every article, in the order of the menu
 */
export function relatedTo(article: Article, all: readonly Article[], count = 3): Article[] {
  const shared = ({ data }: Article) => data.topics.filter((one) => article.data.topics.includes(one)).length
  return all
    .filter(({ id }) => id !== article.id)
    .sort((a, b) => shared(b) - shared(a))
    .slice(0, count)
}
