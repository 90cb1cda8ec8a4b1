import { type LinkTargets, linkProblem } from './links.ts'
import { mistakes } from './mistakes.ts'
import { lineOf, type Node, parse, walk } from './node.ts'
import { type PictureFiles, pictureProblem } from './pictures.ts'
import { pieceProblems, tagProblems } from './pieces.ts'
import { placeholderProblems } from './placeholders.ts'
import type { Problem } from './problem.ts'

/** What a text may point at. */
export type Surroundings = { links: LinkTargets; pictures: PictureFiles; sources: number }

/** Looks through a text: pieces, pictures, links. @param body on the lines where it stands in the file */
export function markupProblems(file: string, body: string, around: Surroundings): Problem[] {
  let tree: Node
  try {
    tree = parse(file, body)
  } catch (error) {
    return [{ file, ...mistakes(file, error) }]
  }
  const nodes = [...walk(tree)]
  return nodes.flatMap((node, i) =>
    [...messages(file, node, around), ...levelTwice(node, nodes.slice(0, i))].map((message) => ({
      file,
      line: lineOf(node),
      message,
    })),
  )
}

function messages(file: string, node: Node, around: Surroundings): string[] {
  switch (node.type) {
    case 'image':
      return pictureProblem(file, node.url ?? '', node.alt ?? '', around.pictures)
    case 'imageReference':
      return ['a picture is written ![what it shows](./pictures/name.jpg), with its file in the same place']
    case 'heading':
      return node.depth === 1 ? ['a heading in the text begins with ##: the one # is the title’s'] : []
    case 'link':
    case 'definition':
      return linkProblem(node.url ?? '', around.links, around.sources)
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return pieceProblems(file, node.name ?? '', node.attributes ?? [])
    case 'text':
      return file.endsWith('.md') ? placeholderProblems(file, node.value ?? '') : []
    case 'html':
      return tagProblems(file, node.value ?? '')
    case 'mdxjsEsm':
      return ['import and export are code and not needed here: every piece is there without it']
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return /^\s*(\/\*[\s\S]*\*\/)?\s*$/.test(node.value ?? '')
        ? []
        : [`braces hold code, and no text does: {${node.value}}. For the sign itself write \\{`]
    default:
      return []
  }
}

/** A level's number is its address on the page. */
function levelTwice(node: Node, before: readonly Node[]): string[] {
  const value = levelOf(node)
  const first = value === undefined ? undefined : before.find((other) => levelOf(other) === value)
  return first ? [`a level of the value ${value} is there already, on line ${lineOf(first)}`] : []
}

function levelOf({ name, attributes = [] }: Node): string | undefined {
  if (name !== 'Level') return undefined
  const value = attributes.find((one) => one.name === 'value')?.value
  return typeof value === 'object' ? value?.value : value
}
