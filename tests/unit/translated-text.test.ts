import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

// Text that may change, come or go stands in an element of its own (docs/decisions/0069): a browser that translates the page
// replaces text nodes, and React then throws or changes a node that nobody sees.

/** Types of properties that never hold text. */
const ELEMENTS = /\b(Elements|ReactElement)\b/

/** Every text that a translated page would lose, as `line: its source`. */
function lostTexts(source: string): string[] {
  const file = ts.createSourceFile('screen.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const declared = declarationsIn(file)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) found.push(...lostIn(node).map(placeOf))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found

  function lostIn(parent: ts.JsxElement | ts.JsxFragment): readonly ts.JsxChild[] {
    const children = parent.children.filter(isRendered)
    // React sets the text of the element itself.
    if (children.length === 1 && ts.isJsxElement(parent)) return []
    const changes = children.some((child) => ts.isJsxExpression(child) && !isFixedText(child))
    // A fragment may itself come and go, beside what is around it.
    if (!changes && ts.isJsxElement(parent)) return []
    return children.filter(
      (child) => isFixedText(child) || (ts.isJsxExpression(child) && !isElements(child.expression)),
    )
  }

  /** True if it is elements or nothing, as far as this file says. */
  function isElements(value: ts.Node | undefined, above: readonly ts.Node[] = []): boolean {
    if (!value || above.includes(value)) return false
    const is = (node: ts.Node | undefined) => isElements(node, [...above, value])
    if (ts.isJsxElement(value) || ts.isJsxSelfClosingElement(value) || ts.isJsxFragment(value)) return true
    if (value.kind === ts.SyntaxKind.NullKeyword || value.kind === ts.SyntaxKind.FalseKeyword) return true
    if (ts.isParenthesizedExpression(value)) return is(value.expression)
    if (ts.isConditionalExpression(value)) return is(value.whenTrue) && is(value.whenFalse)
    if (ts.isBinaryExpression(value)) {
      const isAnd = value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
      return is(value.right) && (isAnd || is(value.left))
    }
    if (ts.isCallExpression(value)) {
      const { expression, arguments: given } = value
      // array.map(make), Array.from(of, make)
      const makesAll =
        ts.isPropertyAccessExpression(expression) && ['map', 'from'].includes(expression.name.text)
      return is(makesAll ? given.at(-1) : expression)
    }
    if (ts.isArrowFunction(value) || ts.isFunctionDeclaration(value)) {
      const results = value.body && ts.isBlock(value.body) ? returnsOf(value.body) : [value.body]
      return results.length > 0 && results.every(is)
    }
    if (ts.isPropertyAccessExpression(value)) return is(value.name)
    if (!ts.isIdentifier(value)) return false
    const all = declared.get(value.text) ?? []
    const near = all.filter((one) => statementOf(one) === statementOf(value))
    return (
      all.length > 0 &&
      (near.length > 0 ? near : all).every((one) =>
        ts.isTypeNode(one) ? ELEMENTS.test(one.getText()) : is(one),
      )
    )
  }

  function placeOf(child: ts.JsxChild): string {
    const start = ts.isJsxText(child) ? child.pos + child.text.search(/\S|$/) : child.getStart()
    const text = child.getText().trim().replace(/\s+/g, ' ')
    return `${file.getLineAndCharacterOfPosition(start).line + 1}: ${text || "' '"}`
  }
}

/** The meaning of each name of a file: types of properties and parameters, values of constants, functions. */
function declarationsIn(file: ts.SourceFile): ReadonlyMap<string, readonly ts.Node[]> {
  const all = new Map<string, ts.Node[]>()
  const visit = (node: ts.Node): void => {
    const meaning =
      ts.isPropertySignature(node) || ts.isParameter(node)
        ? node.type
        : ts.isVariableDeclaration(node)
          ? node.initializer
          : ts.isFunctionDeclaration(node)
            ? node
            : undefined
    if (meaning && 'name' in node) {
      const name = (node.name as ts.Node).getText()
      all.set(name, [...(all.get(name) ?? []), meaning])
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return all
}

/** The statement of the file that a node is in. */
function statementOf(node: ts.Node): ts.Node {
  return ts.isSourceFile(node.parent) ? node : statementOf(node.parent)
}

function returnsOf(block: ts.Block): readonly (ts.Expression | undefined)[] {
  const found: (ts.Expression | undefined)[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node)) found.push(node.expression)
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit)
  }
  visit(block)
  return found
}

function isRendered(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return !child.containsOnlyTriviaWhiteSpaces
  return !ts.isJsxExpression(child) || child.expression !== undefined
}

function isFixedText(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return true
  return (
    ts.isJsxExpression(child) && child.expression !== undefined && ts.isStringLiteralLike(child.expression)
  )
}

const REFUSED = {
  'a text after a condition': '<button>{busy && <i />} Save</button>',
  'children after a condition': '<button>{busy && <i />}{children}</button>',
  'a text before a condition': '<p>Sold {late && <b>late</b>}</p>',
  'a space beside a condition': "<p><b>Sold</b>{' '}{late && <b>late</b>}</p>",
  'a changing text in pieces': '<p>{count} items</p>',
  'a changing text beside an element': '<p>{name}, <time>{at}</time></p>',
  'a text that takes turns with an element, beside another': '<p>{free ? <b>Free</b> : price}<i>now</i></p>',
  'a changing text in a fragment': '<>{name}</>',
  'a fixed text in a fragment': '<>Gave up <time /></>',
  'texts of a list': '<ul><li />{names.map((name) => name)}</ul>',
}
const ACCEPTED = {
  'a changing text alone in its element': '<p>{count}</p>',
  'a changing text put together': "<p>{count + ' items'}</p>",
  'a text that takes turns with an element, alone': '<p>{free ? <b>Free</b> : price}</p>',
  'a text that stays beside elements that stay': '<p>Call <a href="tel:1">us</a> now</p>',
  'a condition beside elements': '<p>{late && <b>late</b>}<span>{name}</span></p>',
  'elements of a list': '<ul><li />{names.map((name) => <li key={name}>{name}</li>)}</ul>',
}

const inComponent = (jsx: string) => `export function Screen() { return ${jsx} }`

describe('a translated page', () => {
  test.each(Object.entries(REFUSED))('would lose %s', (_, jsx) => {
    expect(lostTexts(inComponent(jsx))).not.toEqual([])
  })
  test.each(Object.entries(ACCEPTED))('keeps %s', (_, jsx) => {
    expect(lostTexts(inComponent(jsx))).toEqual([])
  })
  test('keeps what the types say are elements', () => {
    const typed = (type: string) =>
      `function Card({ children }: { children: ${type} }) { return <section><h2 />{children}</section> }`
    expect(lostTexts(typed('Elements'))).toEqual([])
    expect(lostTexts(typed('ReactNode'))).toEqual(['1: {children}'])
  })

  test('keeps every text of the shop and the back office', () => {
    const screens = globSync('src/**/*.tsx')
    expect(screens.length).toBeGreaterThan(150)
    expect(
      screens.flatMap((path) => lostTexts(readFileSync(path, 'utf8')).map((at) => `${path}:${at}`)),
    ).toEqual([])
  })
})
