import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { contentProblems } from '#src/build/content-checks/check-content.ts'
import { report } from '#src/build/content-checks/content-files.ts'
import { ABOUT_COMPONENTS, ARTICLE_COMPONENTS } from '#src/build/content-checks/text-problems.ts'
import { catalogueValues, FIXED_VALUES } from '#src/lib/text-values.ts'
import { articleSchema, TOPICS } from '#src/storefront/learn/article-schema.ts'
import { article, problemsWith } from './content-checks-support.ts'

const GUIDE = readFileSync('docs/editing.md', 'utf8')

test('the content of the shop passes', async () => {
  const problems = await contentProblems('.', false)
  expect(problems.length > 0 ? report(problems) : '').toBe('')
})

test('knows the properties of every component allowed in articles', () => {
  const code = readFileSync('src/pages/learn/[slug].astro', 'utf8')
  const names = /<Content components=\{\{([^}]*)\}\}/.exec(code)?.[1]?.match(/\w+/g) ?? []
  expect(names).not.toEqual([])
  expect(Object.keys(ARTICLE_COMPONENTS).sort()).toEqual(names.sort())
})

test('the guide for editors names every field, topic and component', () => {
  for (const field of Object.keys(articleSchema.shape)) expect(GUIDE).toContain(`| \`${field}\` |`)
  for (const topic of TOPICS) expect(GUIDE).toContain(`\`${topic}\``)
  for (const component of Object.keys({ ...ARTICLE_COMPONENTS, ...ABOUT_COMPONENTS }))
    expect(GUIDE).toContain(`<${component}`)
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

test('the guide for editors names every delivery option, for fees and for totals', () => {
  const rows = GUIDE.split('\n').filter((line) => /^\| `\{\{(fee|total):/.test(line))
  for (const id of DELIVERY_OPTION_IDS) {
    const name = new RegExp(`[\` ]${id}[\`}]`)
    expect(rows.map((row) => name.test(row))).toEqual([true, true])
  }
})

test('the guide for editors shows what is reported', () => {
  const broken = article({ description: 'Short.' }, '<Callout title="A">Text.</Callout>')
  const said = report(problemsWith({ 'content/learn/by-text.mdx': broken })).split('\n')
  const shown = [...GUIDE.matchAll(/^ {4}(\S+by-text\.mdx:.*|\d+ things have .*)$/gm)].map(
    ([, line = '']) => line,
  )
  expect(shown).toHaveLength(3)
  for (const line of shown) {
    const beginning = line.replace(/…$/, '')
    expect(said.some((each) => each.startsWith(beginning))).toBe(true)
  }
})

test('the examples of the editors’ guide are valid', () => {
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
