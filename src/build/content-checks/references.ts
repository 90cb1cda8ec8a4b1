import { posix } from 'node:path'
import { SITE } from '#domain/site.ts'
import type { Problem } from './content-files.ts'
import { type ParsedText, walk } from './text-syntax.ts'

/** The pages and pictures that a text may point at. */
export type Targets = {
  /** The paths of this site. */
  pages: ReadonlySet<string>
  /** The anchors of a page that links can lead to; null for pages that are no text of content/. */
  partsOf: (page: string) => ReadonlySet<string> | null
  /** By its path: the file of an article that has no page yet. */
  drafts: ReadonlyMap<string, string>
  /** All files below content/ and public/, from the root of the project. */
  files: ReadonlySet<string>
}

/** A picture of a text, from the root of the project, and where the text shows it. */
export type ShownPicture = Pick<Problem, 'file' | 'line' | 'column'> & { picture: string }

/** Kinds of pictures, in the names of their files. */
export const PICTURE_NAME = /\.(jpe?g|jfif|png|webp|avif|gif|tiff?|svg|heic|heif|bmp)$/i
const IN_PICTURES = 'Save it (if we may use it) in content/learn/pictures and write ./pictures/name.jpg'

/** The pictures that a text shows. */
export function picturesOf(file: string, { root }: ParsedText): ShownPicture[] {
  return [...walk(root)]
    .filter(({ type }) => type === 'image')
    .map(({ url = '', position }) => ({
      picture: pictureFile(file, url),
      file,
      line: position?.start?.line,
      column: position?.start?.column,
    }))
}

/** Says what is wrong with how a text shows a picture. */
export function pictureProblems(file: string, url: string, alt: string, { files }: Targets): string[] {
  if (file.endsWith('.md'))
    return ['questions and legal pages show no pictures. Put it into an article, and a link to that here']
  const problems: string[] = []
  if (alt.trim() === '' || /\.\w{3,4}$/.test(alt.trim())) {
    problems.push(
      `the picture ${url} has no alternative text. Say what it shows between the brackets, for those who do not see it: ![Three tulips on a doormat](${url})`,
    )
  }
  const path = pictureFile(file, url)
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) {
    problems.push(`the picture ${url} lies on another site or on your computer. ${IN_PICTURES}`)
  } else if (url.includes('\\')) {
    problems.push(
      `the picture ${url} is written with backslashes. Write / instead, as in ./pictures/name.jpg`,
    )
  } else if (!/^(content|public)\//.test(path) || (path.startsWith('public/') && !url.startsWith('/'))) {
    problems.push(`the picture ${url} lies outside content/. ${IN_PICTURES}`)
  } else if (!files.has(path)) {
    const fold = (text: string) => posix.basename(text.normalize('NFC').toLowerCase())
    const other = [...files].find((each) => fold(each) === fold(path))
    const hint = !other
      ? 'Pictures lie in content/learn/pictures and are written ./pictures/name.jpg'
      : other.normalize('NFC') === path.normalize('NFC')
        ? 'There is one whose marks on letters are stored in another way. Rename it with plain letters, a to z'
        : `There is ${other}: the folder and every letter, also capitals, have to be the same`
    problems.push(`the picture ${url} is not there: there is no file ${path}. ${hint}`)
  }
  return problems
}

/** The file of a picture, from the root of the project. */
function pictureFile(file: string, url: string): string {
  const name = decoded(url)
  return name.startsWith('/') ? posix.join('public', name) : posix.join(posix.dirname(file), name)
}

const OWN_ADDRESS = new RegExp(
  `^(?:https?:)?//(?:www\\.)?(?:${new URL(SITE.address).host.replaceAll('.', '\\.')}|localhost|127\\.0\\.0\\.1)(?::\\d+)?(/.*)?$`,
  'i',
)

/**
 * Says what is wrong with a link.
 * @param sources the field of that name
 * @param page the path of the page that shows the link
 */
export function linkProblems(
  url: string,
  sources: unknown,
  page: string | undefined,
  { pages, partsOf, drafts }: Targets,
): string[] {
  const source = /^#source-(.*)$/.exec(url)?.[1]
  if (source !== undefined) {
    const count = Array.isArray(sources) ? sources.length : 0
    const isThere = /^[1-9]\d*$/.test(source) && Number(source) <= count
    return isThere ? [] : [`the link ${url} leads nowhere: the field sources lists ${count}`]
  }
  const own = OWN_ADDRESS.exec(url)
  if (own) return [`the link ${url} is to a page of ours. Write it ${own[1] ?? '/'}`]
  if (/^(https?:\/\/|mailto:|tel:)./i.test(url)) return []
  if (!/^(\/(?!\/)|#)/.test(url)) {
    const hint = PICTURE_NAME.test(url)
      ? '. A picture begins with an exclamation mark: !['
      : /^[^@\s/]+@[^@\s/]+$/.test(url)
        ? `. A mail address is written mailto:${url}`
        : ''
    return [
      `the link (${url}) is expected to start with https:// or, for a page of ours, with /, as in /faq${hint}`,
    ]
  }
  const [, path = '', part] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(url) ?? []
  const target = path || page
  if (target === undefined) return []
  if (!pages.has(target)) {
    const draft = drafts.get(target)
    if (draft)
      return [
        `the link ${url} leads nowhere yet: ${draft} is a draft. A draft has no page before it is published`,
      ]
    const meant = target.toLowerCase().replace(/(\/|\.(html|mdx?))+$/, '')
    return pages.has(meant)
      ? [`the link ${url} leads nowhere. Write it ${meant}`]
      : [`the link ${url} leads nowhere. There are: ${[...pages].join(' ')}`]
  }
  if (part === undefined) return []
  const ids = partsOf(target)
  if (ids === null || ids.has(decoded(part))) return []
  const known = [...ids].map((id) => `#${id}`).join(' ') || 'none'
  return [`the link ${url} leads nowhere: ${target} has no part #${part}. There are: ${known}`]
}

/** An address without its %20 and the like, if they can be read. */
function decoded(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
