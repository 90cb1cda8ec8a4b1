import { globSync, readFileSync } from 'node:fs'
import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { SITE } from '#domain/site.ts'
import { EMAILS } from '#tests/support/emails.ts'
import { unescaped } from '#tests/support/unescaped.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  // These are rules of style, or forbid what mail programs need and pages do not: tables that lay out, inline
  // styles, and comments for Outlook.
  rules: {
    'attr-case': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'no-conditional-comment': 'off',
    'no-deprecated-attr': 'off',
    'no-inline-style': 'off',
    'presentation-role-style': 'off',
    'void-style': 'off',
  },
})

test('every function that writes an email is checked', () => {
  const examples = readFileSync('tests/support/emails.ts', 'utf8')
  const writers = globSync('api/*/emails/*.tsx').flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    if (!/\brender(Order)?Mail\(/.test(source)) return []
    return [...source.matchAll(/^export function (\w+)/gm)].map(([, name = '']) => name)
  })
  expect(writers.length).toBeGreaterThan(20)
  expect(writers.filter((name) => !new RegExp(`\\b${name}\\(`).test(examples))).toEqual([])
})

const rendered = Object.entries(EMAILS).map(async ([name, write]) => ({
  name,
  mails: await Promise.all(write()),
}))

describe.each(await Promise.all(rendered))('$name', ({ name, mails }) => {
  test('is valid HTML', async () => {
    for (const { html } of mails) {
      const { results } = await validator.validateString(html, name)
      const faults = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      )
      expect(faults).toEqual([])
    }
  })

  test('names its language, and its subject as its title', () => {
    for (const { html, subject } of mails) {
      expect(html).toMatch(new RegExp(`^<!DOCTYPE html><html [^>]*lang="${SITE.language}"`))
      const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
      expect(unescaped(title)).toBe(subject)
    }
  })
})
