import { expect, test } from 'vitest'
import { articlesAmong, titleRedirects } from '#src/build/content-checks/article-addresses.ts'
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
      message: `content/learn/mess-up-index.mdx has the address /learn/${slug} already. Write another slug`,
    },
  ])
})

test.each(['index', '404'])('the path of the page /learn/%s is refused', (slug) => {
  const [problem] = problemsWith({ 'content/learn/new.mdx': article({ slug: `'${slug}'` }) })
  expect(problem).toMatchObject({
    file: 'content/learn/new.mdx',
    field: 'slug',
    message: `another page of the site has the address /learn/${slug} already. Write another slug`,
  })
})

test('a title without letters or digits needs a slug', () => {
  const [problem] = problemsWith({ 'content/learn/new.mdx': article({ slug: null, title: '花花花' }) })
  expect(problem?.message).toMatch(/^no address can be made of this title/)
  expect(problemsWith({ 'content/learn/new.mdx': article({ title: '花花花' }) })).toEqual([])
})

test('four articles keep a shorter slug than their title, which redirects to it', () => {
  expect(titleRedirects(articlesAmong(FILES.map(parseFile)))).toEqual({
    '/learn/the-mess-up-index': '/learn/mess-up-index',
    '/learn/the-apology-playbook': '/learn/apology-playbook',
    '/learn/the-science-of-gifting': '/learn/science-of-gifting',
    '/learn/anniversary-date-night-survival': '/learn/anniversary-survival',
  })
})

test('redirects neither replace an article’s address nor reveal a draft’s', () => {
  expect(
    titleRedirects([
      { file: 'a', title: 'Tulips', slug: 'roses' },
      { file: 'b', title: 'Roses', slug: 'tulips' },
      { file: 'c', title: 'Lilies' },
      { file: 'd', title: 'Secret', slug: 'hidden', draft: true },
    ]),
  ).toEqual({})
})
