import { expect, test } from 'vitest'
import { titleRedirects } from '#src/build/content-checks/addresses.ts'
import { parseFile } from '#src/build/content-checks/frontmatter.ts'
import { article, FILES, problemsWith } from './content-checks-support.ts'

test.each([
  ['by slug', { slug: 'mess-up-index' }, 'mess-up-index'],
  ['by its title', { slug: null, title: 'Mess-Up Index' }, 'mess-up-index'],
])('two articles with one address %s are refused with both files', (_, fields, slug) => {
  expect(problemsWith({ 'content/learn/new.mdx': article(fields) })).toEqual([
    {
      file: 'content/learn/new.mdx',
      field: 'slug',
      line: expect.any(Number),
      message: `content/learn/mess-up-index.mdx has the address /learn/${slug} already. Write another slug, or give a question’s file another name`,
    },
  ])
})

test.each(['index', '404', 'apology-check'])('the path of the page /learn/%s is refused', (slug) => {
  const [problem] = problemsWith({ 'content/learn/new.mdx': article({ slug: `'${slug}'` }) })
  expect(problem).toMatchObject({
    file: 'content/learn/new.mdx',
    field: 'slug',
    message: `another page of the site has the address /learn/${slug} already. Write another slug, or give a question’s file another name`,
  })
})

test('a title without letters or digits needs a slug', () => {
  const [problem] = problemsWith({ 'content/learn/new.mdx': article({ slug: null, title: '花花花' }) })
  expect(problem?.message).toMatch(/^no address can be made of this title/)
  expect(problemsWith({ 'content/learn/new.mdx': article({ title: '花花花' }) })).toEqual([])
})

test('four articles keep a shorter slug than their title, which redirects to it', () => {
  expect(titleRedirects(FILES.map(parseFile))).toEqual({
    '/learn/the-mess-up-index': '/learn/mess-up-index',
    '/learn/the-apology-playbook': '/learn/apology-playbook',
    '/learn/the-science-of-gifting': '/learn/science-of-gifting',
    '/learn/anniversary-date-night-survival': '/learn/anniversary-survival',
  })
})

test('redirects neither replace an article’s address nor reveal a draft’s', () => {
  expect(
    titleRedirects(
      [
        { title: 'Tulips', slug: 'roses' },
        { title: 'Roses', slug: 'tulips' },
        { title: 'Lilies' },
        { title: 'Secret', slug: 'hidden', draft: true },
      ].map((fields, index) => ({ path: `content/learn/${index}.mdx`, fields })),
    ),
  ).toEqual({})
})
