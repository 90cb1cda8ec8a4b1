import { describe, expect, it } from 'vitest'
import type { Article } from '#src/storefront/learn/articles.ts'
import { relatedTo } from '#src/storefront/learn/related.ts'

describe('what to read next', () => {
  const all = [
    article('a', ['words']),
    article('b', ['flowers', 'gifts']),
    article('c', ['gifts', 'words']),
    article('d', ['gifts', 'flowers', 'words']),
    article('e', ['anniversaries']),
  ]
  const next = (id: string) =>
    relatedTo(all.find((one) => one.id === id) as Article, all).map((one) => one.id)

  it('shares most topics, then comes first in the menu', () => {
    expect(next('b')).toEqual(['d', 'c', 'a'])
    expect(next('d')).toEqual(['b', 'c', 'a'])
    expect(next('e')).toEqual(['a', 'b', 'c'])
  })

  it('is never the article itself, and at most three', () => {
    for (const { id } of all) {
      expect(next(id)).not.toContain(id)
      expect(next(id)).toHaveLength(3)
    }
  })

  it('is empty for the only article', () => {
    const [only] = all
    expect(only && relatedTo(only, [only])).toEqual([])
  })
})

function article(id: string, topics: string[]): Article {
  return { id, data: { topics } } as unknown as Article
}
