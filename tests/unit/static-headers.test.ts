import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { staticHeaders } from '#src/build/static-headers.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apologize-static-'))
})
afterEach(() => rm(folder, { recursive: true }))

const rule = () => staticHeaders(pathToFileURL(`${folder}/`))
const put = (name: string, html: string) => writeFile(join(folder, name), html)
const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const page = (policy: string) =>
  `<head><meta http-equiv="content-security-policy" content="${policy}"><title>A</title></head>`

test('files alone may run nothing', async () => {
  await put('logo.svg', '<svg/>')
  const text = await rule()
  expect(text).toMatch(/^\/\*\n/)
  expect(text).toContain("content-security-policy: default-src 'none'; base-uri 'none'; form-action 'none'")
  expect(text).toContain('strict-transport-security: max-age=63072000')
  expect(text).toContain('x-content-type-options: nosniff')
})

test('assets get a long cache lifetime', async () => {
  expect(await rule()).toMatch(/\n\/fonts\/\*\n {2}cache-control: public, max-age=\d{6}/)
})

test('a page gets its policy as a rule, with the hashes of what stands in it, and loses the tag', async () => {
  const style = 'p{color:red}'
  const script = 'go()'
  const html = `${page("default-src 'none';script-src &#39;self&#39; 'sha256-other=';style-src 'self' 'sha256-other='")}<style>${style}</style><script>${script}</script><script type="application/ld+json">{}</script><script src="/a.js"></script>`
  await put('faq.html', html)
  const rules = (await rule()).split('\n\n')
  expect(rules).toContain(
    [
      '/faq',
      '! content-security-policy',
      `content-security-policy: default-src 'none'; script-src 'self' '${hash(script)}'; style-src 'self' '${hash(style)}'; form-action 'self'; frame-ancestors 'none'; report-uri /api/policy-reports`,
    ].join('\n  '),
  )
  const paths = rules.map((one) => one.split('\n')[0])
  expect(new Set(paths).size, 'one rule for each path').toBe(paths.length)
  expect(await readFile(join(folder, 'faq.html'), 'utf8')).toContain('<head><title>A</title></head>')
})

test('every page sets a cross-origin opener policy', async () => {
  await put('index.html', page("default-src 'none'"))
  const text = await rule()
  expect(text).toContain('cross-origin-opener-policy: same-origin')
  expect(text).not.toContain('! cross-origin-opener-policy')
})

test('pages in a folder share a rule, and all pages allow what stands in any of them', async () => {
  await mkdir(join(folder, 'learn/a'), { recursive: true })
  const policy = page("default-src 'none';script-src 'self'")
  for (let i = 0; i < 500; i++) await put(`learn/article-${i}.html`, policy)
  await put('learn/a/inner.html', `${policy}<script>one()</script>`)
  await put('terms.html', `${policy}<script>two()</script>`)
  const rules = (await rule()).split('\n\n').filter((one) => one.includes('! content-security-policy'))
  expect(rules.map((one) => one.split('\n')[0])).toEqual(['/learn/*', '/terms', '/florist-worker.js'])
  // The worker is no page: nothing of theirs runs in it.
  for (const one of rules.slice(0, -1)) {
    expect(one).toContain(`script-src 'self' '${hash('one()')}' '${hash('two()')}';`)
  }
})

test('a page whose policy differs in more than hashes stops the build', async () => {
  await put('terms.html', page("default-src 'none'"))
  await put('odd.html', page("default-src 'none';img-src https:"))
  await expect(rule()).rejects.toThrow('The pages differ in more than what may run in them.')
})

test('more rules than the host takes stop the build', async () => {
  for (let i = 0; i < 101; i++) await put(`page-${i}.html`, page("default-src 'none'"))
  await expect(rule()).rejects.toThrow(/the host takes 100/)
})

test('a page without a policy stops the build, and so does a rule the host would cut', async () => {
  await put('faq.html', '<p>hello</p>')
  await expect(rule()).rejects.toThrow('faq.html has no security policy.')
  await put('faq.html', page(`img-src ${'x'.repeat(2000)}`))
  await expect(rule()).rejects.toThrow(/_headers/)
})
