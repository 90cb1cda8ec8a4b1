import { HtmlValidate } from 'html-validate'
import type { Page } from './visitor.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  // These are rules of style: React and Astro write `disabled=""`, `<br/>` and capitals in their own way.
  rules: {
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'attr-quotes': 'off',
    'doctype-style': 'off',
    'no-inline-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'long-title': 'off',
    'require-sri': 'off',
    'element-name': ['error', { pattern: '^([a-z][a-z0-9-]*)$' }],
  },
  elements: ['html5', { 'astro-island': { flow: true, phrasing: true, transparent: true } }],
})

/** The faults in the HTML of a page; empty without any. */
export async function htmlFaults({ html, url, all }: Page): Promise<string[]> {
  const { results } = await validator.validateString(html, url.pathname)
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  )
  return [...faults, ...repeatedAttributes(html), ...misplaced(html, all)]
}

/** Tags that have an attribute twice, which the validator does not see inside drawings. */
function repeatedAttributes(html: string): string[] {
  const tags = html
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    .matchAll(/<[a-z][\w-]*((?:\s+[^\s=>"'/]+(?:="[^"]*")?)*)\s*\/?>/gi)
  return [...tags].flatMap(([tag, attributes = '']) => {
    const names = [...attributes.matchAll(/\s([^\s=>"'/]+)(?:="[^"]*")?/g)].map(([, name]) => name)
    return new Set(names).size < names.length ? [`an attribute twice: ${tag}`] : []
  })
}

/** Two things more that the validator lets pass. */
function misplaced(html: string, all: Page['all']): string[] {
  const refreshes = [...html.matchAll(/http-equiv="refresh" content="([^"]*)"/g)].map(
    ([, content = '']) => content,
  )
  const skipLinks = all('a[href="#content"]')
  return [
    // The standard writes a space before the address.
    ...refreshes
      .filter((content) => !/^\d+(; url=\S+)?$/.test(content))
      .map((content) => `refresh: ${content}`),
    ...skipLinks.filter((link) => !link.closest('header, nav')).map(() => 'the skip link is in no landmark'),
  ]
}
