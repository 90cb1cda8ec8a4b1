import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Whether there is a file. @param path from the root of the project */
export type PictureFiles = (path: string) => boolean

const KINDS = /\.(avif|gif|jpe?g|png|svg|webp)$/i

/**
 * A picture of a text: it has an alternative text, and its file lies with us.
 * @param file of the text
 * @param url as the text has it
 */
export function pictureProblem(file: string, url: string, alt: string, exists: PictureFiles): string[] {
  const problems: string[] = []
  if (alt.trim() === '' || KINDS.test(alt.trim())) {
    problems.push(
      `the picture ${url} has no alternative text. Say what it shows between the brackets, for those who do not see it: ![Three tulips on a doormat](${url})`,
    )
  }
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) {
    problems.push(
      `the picture ${url} lies on another site. Save it (if we may use it) in content/learn/pictures and write ./pictures/name.jpg`,
    )
    return problems
  }
  const path = decoded(url)
  const place = path.startsWith('/') ? join('public', path) : posix.join(posix.dirname(file), path)
  if (!KINDS.test(path))
    problems.push(`${url} is no picture: expected .jpg, .png, .webp, .avif, .gif or .svg`)
  else if (!exists(place)) problems.push(`the picture ${url} is not there: there is no file ${place}`)
  return problems
}

/** The files of a project, capital letters told apart as on the machine that builds. */
export function filesOf(root: string): PictureFiles {
  return (path) => existsSync(join(root, path)) && statSync(join(root, path)).isFile()
}

/** The file that an address names; one that is no address names itself. */
function decoded(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
