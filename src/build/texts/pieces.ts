import { ABOUT_PIECES, ARTICLE_PIECES } from '#src/storefront/learn/piece-rules.ts'
import { nearest } from './nearest.ts'
import type { Attribute } from './node.ts'

/** Tags for which Markdown has no sign of its own. */
const TAGS = ['abbr', 'br', 'cite', 'kbd', 'mark', 'q', 's', 'small', 'span', 'sub', 'sup', 'u']

/** A piece or tag of an MDX text: is it one of ours, and does its opening say what it may? */
export function pieceProblems(file: string, name: string, attributes: readonly Attribute[]): string[] {
  const rules = piecesOf(file)
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  if (!rule) return unknownPiece(file, name)
  const given = Object.fromEntries(attributes.map((one) => [one.name ?? '{…}', read(one)]))
  const checked = rule.attributes.safeParse(given)
  if (checked.success) return []
  return checked.error.issues.map((issue) => {
    const said =
      issue.code === 'unrecognized_keys'
        ? `${issue.keys.join(', ')} means nothing here`
        : `${issue.path.join('.')}: ${issue.message}`
    return `<${name}>: ${said}. It is written ${rule.example}`
  })
}

/** The HTML that stands in a Markdown text. @param html a tag, or a whole block of them */
export function tagProblems(file: string, html: string): string[] {
  const names = [...html.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<([A-Za-z][\w.-]*)/g)].map(
    ([, name = '']) => name,
  )
  return names.flatMap((name) => unknownPiece(file, name))
}

/** What to do about a name that is none of ours. @returns nothing: it is one */
export function unknownPiece(file: string, name: string): string[] {
  const names = Object.keys(piecesOf(file))
  if (TAGS.includes(name) || names.includes(name)) return []
  if (/^(img|image|picture)$/i.test(name)) {
    return [
      `a picture is written ![what it shows](./pictures/name.jpg) and not <${name}>: so it gets its size and its alternative text`,
    ]
  }
  if (names.length === 0)
    return [`<${name}> does not work here: questions and legal pages are Markdown alone`]
  const meant = nearest(name, names)
  const hint = meant ? ` Is it <${meant}>?` : ''
  return [
    `<${name}> does not exist here.${hint} The pieces are ${names.join(', ')}; everything else is written in Markdown`,
  ]
}

function piecesOf(file: string): typeof ARTICLE_PIECES {
  if (file.startsWith('content/learn/')) return ARTICLE_PIECES
  return file.endsWith('.mdx') ? ABOUT_PIECES : {}
}

/** title="x" → x, value={10} → 10, not → true. */
function read({ value }: Attribute): unknown {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value
  try {
    return JSON.parse(value.value)
  } catch {
    return undefined
  }
}
