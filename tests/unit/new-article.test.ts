import { expect, test } from 'vitest'
import { newArticle } from '#local/article-template.ts'
import { problemsWith } from './content-checks-support.ts'

const TODAY = '2026-11-21'

test('a new article is a draft with today’s date that builds', () => {
  const { path, source } = newArticle('  Say “it”: a guide,  #1 & "more" ', TODAY)
  expect(path).toBe('content/learn/say-it-a-guide-1-more.mdx')
  expect(source).toContain(`published: ${TODAY}\nupdated: ${TODAY}\n`)
  expect(source).toContain('\ndraft: true\n')
  expect(source).not.toContain('order:')
  expect(problemsWith({ [path]: source })).toEqual([])
})

test.each(['', '  \t ', '花花花'])('%j is refused', (title) => {
  expect(() => newArticle(title, TODAY)).toThrow(/^Say what it is called/)
})
