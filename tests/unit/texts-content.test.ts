import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { checkTexts } from '#src/build/texts/check.ts'
import { filesOf } from '#src/build/texts/pictures.ts'
import { catalogueValues, FIXED_VALUES } from '#src/lib/text-values.ts'
import { articleSchema, TOPICS } from '#src/storefront/learn/article-schema.ts'
import { ABOUT_PIECES, ARTICLE_PIECES } from '#src/storefront/learn/piece-rules.ts'
import { article, problemsWith, TEXTS } from './texts-support.ts'

const GUIDE = readFileSync('docs/editing.md', 'utf8')

test('the texts of the shop need no mending', () => {
  expect(checkTexts(TEXTS, filesOf('.'), 'drafts-left-out')).toEqual([])
})

test('every piece an article may use has a rule', () => {
  const code = readFileSync('src/storefront/learn/pieces.ts', 'utf8')
  const names = /pieces = \{([^}]*)\}/.exec(code)?.[1]?.match(/\w+/g) ?? []
  expect(names).not.toEqual([])
  expect(Object.keys(ARTICLE_PIECES).sort()).toEqual(names.sort())
})

test('the guide for editors names every field, topic and piece', () => {
  for (const field of Object.keys(articleSchema.shape)) expect(GUIDE).toContain(`| \`${field}\` |`)
  for (const topic of TOPICS) expect(GUIDE).toContain(`\`${topic}\``)
  for (const piece of Object.keys({ ...ARTICLE_PIECES, ...ABOUT_PIECES }))
    expect(GUIDE).toContain(`<${piece}`)
})

test('the guide for editors names every placeholder', () => {
  const delivery = new RegExp(`, (${DELIVERY_OPTION_IDS.join('|')})$`)
  for (const name of Object.keys({ ...FIXED_VALUES, ...catalogueValues(null) })) {
    // One line of the table stands for all bouquets and delivery options.
    const kind = name
      .replace(/: (Really|Extremely|Nuclear) Bad/, ': Really Bad')
      .replace(delivery, ', tomorrow')
    expect(GUIDE).toContain(`\`{{${kind.replace(/^(fee): .*/, '$1: hour')}}}\``)
  }
})

test('what the guide shows works', () => {
  const shown = [...GUIDE.matchAll(/^```mdx\n([\s\S]*?)^```$/gm)].map(([, example = '']) => example)
  expect(shown.length).toBeGreaterThan(4)
  const sources =
    '\n  - title: A study\n    by: Someone\n    where: Somewhere, 2020\n    url: https://doi.org/10.1/1'
  for (const example of shown) {
    const source = example.startsWith('---') ? `${example}\nText.\n` : article({ sources }, example)
    const pictures = ['content/learn/pictures/tulips.jpg']
    expect(problemsWith({ 'content/learn/shown.mdx': source }, { pictures })).toEqual([])
  }
})
