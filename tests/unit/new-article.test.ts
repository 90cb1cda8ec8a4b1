import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newArticle } from '#local/article-template.ts'
import { runs } from '#tests/support/soak.ts'
import { article, FILES, problemsWith } from './content-checks-support.ts'

const TODAY = '2026-11-21'

test('a new article is a draft with today’s date that builds', () => {
  const { path, source } = newArticle('  Say “it”: a guide,  #1 & "more" ', FILES, TODAY)
  expect(path).toBe('content/learn/say-it-a-guide-1-more.mdx')
  expect(source).toContain(`published: ${TODAY}\nupdated: ${TODAY}\n`)
  expect(source).toContain('\ndraft: true\n')
  expect(source).not.toContain('order:')
  expect(problemsWith({ [path]: source })).toEqual([])
})

test.each([
  ['', /^Say what it is called/],
  ['  \t ', /^Say what it is called/],
  ['花花花', /^No address/],
  ['Hm', /^A title has 3 to 60/],
  ['x'.repeat(61), /this one has 61/],
  ['Mess-Up Index', /^content\/learn\/mess-up-index\.mdx is there already/],
  ['Index', /^another page of the site has the address \/learn\/index already/],
])('%j is refused', (title, message) => {
  expect(() => newArticle(title, FILES, TODAY)).toThrow(message)
})

test('refuses a slug that another file has', () => {
  const taken = { path: 'content/learn/other.mdx', source: article({ slug: 'by-text' }) }
  expect(() => newArticle('By Text', [...FILES, taken], TODAY)).toThrow(
    /^content\/learn\/other\.mdx has the address/,
  )
})

test('any title is either refused with a reason or gives an article that builds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (title) => {
      let made: ReturnType<typeof newArticle>
      try {
        made = newArticle(`${title} abc`, FILES, TODAY)
      } catch (error) {
        expect(error).toMatchObject({ name: 'Error', message: expect.stringMatching(/title|called|address/) })
        return
      }
      expect(problemsWith({ [made.path]: made.source })).toEqual([])
    }),
    { numRuns: runs(6) },
  )
})
