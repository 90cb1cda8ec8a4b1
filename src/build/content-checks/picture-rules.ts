import { posix } from 'node:path'
import { decoded, type Targets } from './targets.ts'
import { type ParsedText, walk } from './text-syntax.ts'

/** A picture of a text, from the root of the project, and where the text shows it. */
export type ShownPicture = {
  picture: string
  file: string
  line?: number | undefined
  column?: number | undefined
}

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

/** What is wrong with how a text shows a picture. */
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
