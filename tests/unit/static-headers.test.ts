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

test('each page gets its policy as a rule of its own, with the hashes of what stands in it, and loses the tag', async () => {
  const style = 'p{color:red}'
  const script = 'go()'
  const html = `${page("default-src 'none';script-src &#39;self&#39; 'sha256-other=';style-src 'self' 'sha256-other='")}<style>${style}</style><script>${script}</script><script type="application/ld+json">{}</script><script src="/a.js"></script>`
  await put('faq.html', html)
  await put('index.html', page("default-src 'none'"))
  const rules = (await rule()).split('\n\n')
  expect(rules).toContain(
    [
      '/faq',
      '! content-security-policy',
      `content-security-policy: default-src 'none'; script-src 'self' '${hash(script)}'; style-src 'self' '${hash(style)}'; form-action 'self'; frame-ancestors 'none'; report-uri /api/policy-reports`,
    ].join('\n  '),
  )
  expect(rules.filter((one) => one.startsWith('/\n'))).toHaveLength(1)
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

test('any number of articles share a rule; one that may run something else has its own after it', async () => {
  await mkdir(join(folder, 'learn'))
  for (let i = 0; i < 500; i++) await put(`learn/article-${i}.html`, page("default-src 'none'"))
  await put('learn/odd.html', page("default-src 'none';img-src https:"))
  const rules = (await rule()).split('\n\n').filter((one) => one.startsWith('/learn/'))
  expect(rules).toEqual([
    expect.stringMatching(
      /^\/learn\/\*\n {2}! content-security-policy\n {2}content-security-policy: default-src/,
    ),
    expect.stringMatching(/^\/learn\/odd\n {2}! content-security-policy\n.+img-src https:/),
  ])
})

test('a folder within a folder has its rule after it', async () => {
  await mkdir(join(folder, 'learn/a'), { recursive: true })
  await put('learn/a/inner.html', page("default-src 'none';img-src https:"))
  await put('learn/outer.html', page("default-src 'none'"))
  const rules = (await rule()).split('\n\n').filter((one) => one.startsWith('/learn/'))
  expect(rules.map((one) => one.split('\n')[0])).toEqual(['/learn/*', '/learn/a/*'])
})

test('more rules than the host takes stop the build', async () => {
  for (let i = 0; i < 101; i++) await put(`page-${i}.html`, page("default-src 'none'"))
  await expect(rule()).rejects.toThrow(/the host takes 100/)
})

test('a page without a policy stops the build, and so does a rule the host would cut', async () => {
  await put('faq.html', page(`img-src ${'x'.repeat(2000)}`))
  await expect(rule()).rejects.toThrow(/_headers/)
  await put('bare.html', '<p>hello</p>')
  await expect(rule()).rejects.toThrow('bare.html has no security policy.')
})
