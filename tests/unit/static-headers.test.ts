import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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

test('files that are no pages carry the short policy instead of the long one, and are kept', async () => {
  await put('faq.html', page("default-src 'none'; script-src 'sha256-a='"))
  const rules = (await rule()).split('\n\n')
  expect(rules).toContainEqual(
    expect.stringMatching(
      /^\/fonts\/\*\n {2}! content-security-policy\n {2}content-security-policy: default-src 'none'[^\n]*\n {2}cache-control: public, max-age=\d{6}/,
    ),
  )
  expect(rules.filter((one) => one.includes('sha256-a='))).toHaveLength(1)
  const paths = rules.map((one) => one.split('\n')[0])
  expect(new Set(paths).size, 'one rule for each path').toBe(paths.length)
})

test('the policies of the pages become one rule, and leave the pages', async () => {
  await put(
    'faq.html',
    page("default-src 'none'; script-src 'self' 'sha256-a='; style-src 'self' 'sha256-s='"),
  )
  await put('about.html', page('default-src &#39;none&#39;;script-src &#39;self&#39; &#39;sha256-b=&#39;;'))
  const policy = /content-security-policy: (.*)/.exec(await rule())?.[1]
  expect(policy).toBe(
    "default-src 'none'; script-src 'self' 'sha256-b=' 'sha256-a='; style-src 'self' 'sha256-s='; form-action 'self'; frame-ancestors 'none'",
  )
  expect(await readFile(join(folder, 'faq.html'), 'utf8')).toBe('<head><title>A</title></head>')
})

test('a page without a policy stops the build, and so does a rule the host would cut', async () => {
  await put('faq.html', page(`script-src ${'x'.repeat(2000)}`))
  await expect(rule()).rejects.toThrow(/_headers/)
  await put('bare.html', '<p>hello</p>')
  await expect(rule()).rejects.toThrow('bare.html has no security policy.')
})
