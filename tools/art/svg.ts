/** Attributes of an element; numbers are written with one decimal. */
export type Attrs = Readonly<Record<string, string | number>>

/** A number as short as SVG allows: `digits` decimals (default one), no leading zero. */
export function num(value: number, digits = 1): string {
  const text = String(Number(value.toFixed(digits)))
  if (text === '-0') return '0'
  return text.replace(/^(-?)0\./, '$1.')
}

/** One element as markup, self-closing when it has no content. */
export function el(tag: string, attrs: Attrs, content = ''): string {
  const list = Object.entries(attrs).map(
    ([name, value]) => ` ${name}="${typeof value === 'number' ? num(value) : value}"`,
  )
  return content === '' ? `<${tag}${list.join('')}/>` : `<${tag}${list.join('')}>${content}</${tag}>`
}

/** Where a part stands: place, turn in degrees, size. */
export type Place = {
  readonly x?: number
  readonly y?: number
  readonly rotate?: number
  readonly scale?: number
  readonly scaleY?: number
}

/** The `transform` value of a place. */
export function transform(place: Place): string {
  const { x = 0, y = 0, rotate = 0, scale = 1, scaleY } = place
  let text = ''
  if (x !== 0 || y !== 0) text += `translate(${num(x)} ${num(y)})`
  if (rotate !== 0) text += `rotate(${num(rotate, 0)})`
  if (scaleY !== undefined && scaleY !== scale) text += `scale(${num(scale, 2)} ${num(scaleY, 2)})`
  else if (scale !== 1) text += `scale(${num(scale, 2)})`
  return text
}

/** Stops of a gradient: offset 0 to 1, colour, opacity. */
export type Stop = readonly [offset: number, color: string, opacity?: number]

function stopMarkup(stops: readonly Stop[]): string {
  return stops
    .map(([offset, color, opacity]) =>
      el('stop', {
        offset: num(offset, 2),
        'stop-color': color,
        ...(opacity === undefined ? {} : { 'stop-opacity': num(opacity, 2) }),
      }),
    )
    .join('')
}

/** The drawing under way: parts that are defined once and used often, and the document around them. */
export class Sheet {
  readonly #ids = new Map<string, string>()
  readonly #defs: string[] = []
  readonly #prefix: string

  /** `prefix` keeps ids apart when several drawings are put into one page. */
  constructor(prefix = '') {
    this.#prefix = prefix
  }

  /** Defines a part the first time its name comes up; returns its (short) id. */
  define(name: string, draw: (id: string) => string): string {
    const known = this.#ids.get(name)
    if (known !== undefined) return known
    const id = this.#prefix + (this.#ids.size + 370).toString(36)
    this.#ids.set(name, id)
    // Drawing may define further parts; they must stand before the one that uses them.
    this.#defs.push(draw(id))
    return id
  }

  /** A group that can be used many times. */
  part(name: string, draw: () => string): string {
    return this.define(name, (id) => el('g', { id }, draw()))
  }

  /** A radial gradient around the origin in the coordinates of what it paints. */
  radial(name: string, radius: number, stops: readonly Stop[], focus: Attrs = {}): string {
    const attrs = { gradientUnits: 'userSpaceOnUse', cx: 0, cy: 0, r: radius, ...focus }
    return `url(#${this.define(name, (id) => el('radialGradient', { id, ...attrs }, stopMarkup(stops)))})`
  }

  /** A linear gradient over the box of what it paints, or over `line` in its coordinates. */
  linear(name: string, stops: readonly Stop[], line: Attrs = { x1: 0, y1: 0, x2: 0, y2: 1 }): string {
    return `url(#${this.define(name, (id) => el('linearGradient', { id, ...line }, stopMarkup(stops)))})`
  }

  /** Puts a defined part somewhere. */
  use(id: string, place: Place, attrs: Attrs = {}): string {
    const where = transform(place)
    return el('use', { href: `#${id}`, ...(where === '' ? {} : { transform: where }), ...attrs })
  }

  /** The whole file. */
  document(viewBox: string, title: string, body: string): string {
    const [, , width = '', height = ''] = viewBox.split(' ')
    const defs = this.#defs.length === 0 ? '' : el('defs', {}, this.#defs.join('\n'))
    const head = { xmlns: 'http://www.w3.org/2000/svg', viewBox, width, height, role: 'img' }
    return `${el('svg', head, `<title>${title}</title>\n${defs}\n${body}\n`)}\n`
  }
}
