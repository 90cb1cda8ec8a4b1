/** A form-encoded body as a tree: `a[b][0]=c` is `{ a: { b: { 0: 'c' } } }`. Lists keep their positions as names. */
export interface FormTree {
  [name: string]: string | FormTree
}

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

/**
 * Reads `application/x-www-form-urlencoded` text (a body or a query) the way Stripe does: brackets nest, `a[]` appends.
 * A name whose brackets do not close is kept as it is, so that it is refused as unknown.
 */
export function parseForm(text: string): FormTree {
  const tree = emptyTree()
  for (const [name, value] of new URLSearchParams(text)) {
    const [, first, rest = ''] = NAME.exec(name) ?? [undefined, name]
    const path = [first ?? name, ...Array.from(rest.matchAll(/\[([^[\]]*)\]/g), (match) => match[1] ?? '')]
    put(tree, path, value)
  }
  return tree
}

/** The tree as text in which the order of names does not show: equal trees, equal text. */
export function canonicalText(tree: FormTree): string {
  const sorted = (node: string | FormTree): unknown =>
    typeof node === 'string'
      ? node
      : Object.keys(node)
          .sort()
          .map((name) => [name, sorted(node[name] ?? '')])
  return JSON.stringify(sorted(tree))
}

function put(tree: FormTree, path: string[], value: string): void {
  let node = tree
  path.forEach((step, depth) => {
    const name = step === '' ? String(Object.keys(node).length) : step
    if (depth === path.length - 1) {
      node[name] = value
      return
    }
    const below = node[name]
    const next = typeof below === 'object' ? below : emptyTree()
    node[name] = next
    node = next
  })
}

/** Without a prototype, a parameter may be called anything, `__proto__` too. */
function emptyTree(): FormTree {
  return Object.create(null)
}
