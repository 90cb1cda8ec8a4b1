import { tiltOf } from './blooms.ts'
import { type Flower, facing, type Middle } from './bouquet.ts'
import { leaves, petals } from './palette.ts'
import type { LeafAt, Scene } from './scene.ts'

const paper = '#e2c69d'
const tissue = '#f8ebdd'
/** How many units of a painting are one of its sketch: small numbers are short. */
const unit = 10
/** Flowers are as wide as so many units, or twice, or three times, or more often: those of one tone and width are one path. */
const step = 4
const inUnits = (value: number) => Math.round(value / unit)

/** A place along a leaf, 0 at its foot and 1 at its tip; `aside` turns away from its middle (degrees). */
function along([, x, y, turn, length]: LeafAt, far: number, aside = 0): readonly [number, number] {
  const angle = ((turn + aside) * Math.PI) / 180
  return [x + Math.sin(angle) * length * far, y - Math.cos(angle) * length * far]
}

/** How much of a flower's circle its petals fill for certain. */
const filled = 0.9

/** Nothing of it looks out from behind the painting: a circle within a flower that looks aside. */
function widthOf(flower: Flower, middle: Middle): number {
  const { fx, fy } = facing(flower, middle)
  const narrow = flower.r * 2 * (1 - tiltOf(fx, fy)) * filled
  return Math.floor(narrow / unit / step) * step
}

/**
 * A scene in half a kilobyte: a patch of colour for each flower, some leaves, the paper. It comes with the page itself,
 * and stands where the painting will be until that has arrived.
 * @param view left, top, width and height of the part to show
 * @param detail `smallest`: radius, in units of the painting, below which a flower is left out; `green`: how much of the
 *   bouquet's width is leaves, so that they stay behind the painting
 */
export function sketch(
  scene: Scene,
  view: string,
  { smallest, green: part }: { smallest: number; green: number },
): string {
  const { wrap: w, flowers, overFlowers } = scene
  const { x, y, reach } = scene.middle
  const green = leaves.deep.body
  const [left = 0, top = 0, width = 800, height = 1000] = view.split(' ').map(Number)
  const at = (x: number, y: number) => `${inUnits(x - left)} ${inUnits(y - top)}`
  // The others are behind flowers.
  const seen = scene.backLeaves.filter((leaf) => {
    const [tipX, tipY] = along(leaf, 0.92)
    return tipY < w.mouthY && flowers.every((one) => Math.hypot(tipX - one.x, tipY - one.y) > one.r * 1.2)
  })
  const blades = seen.map((leaf) => {
    const [foot, side, tip] = [along(leaf, 0), along(leaf, 0.5, 36), along(leaf, 0.92)]
    return `M${at(...foot)}Q${at(...side)} ${at(...tip)}Z`
  })
  const patches = (list: readonly Flower[]) => {
    const alike = Map.groupBy(
      list.filter(({ r }) => r >= smallest).toSorted((a, b) => b.r - a.r),
      (one) => `stroke="${petals[one.tone].light}" stroke-width="${widthOf(one, scene.middle)}"`,
    )
    return [...alike].map(
      ([look, flowers]) => `<path ${look} d="${flowers.map(({ x, y }) => `M${at(x, y)}h0`).join('')}"/>`,
    )
  }
  const sheet = [
    at(w.cx - w.mouth, w.mouthY),
    at(w.cx + w.mouth, w.mouthY),
    at(w.cx + w.waist, w.tieY),
    at(w.cx + w.foot, w.footY),
    at(w.cx - w.foot, w.footY),
    at(w.cx - w.waist, w.tieY),
  ].join(' ')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width / unit} ${height / unit}" stroke-linecap="round">`,
    `<path d="${blades.join('')}" fill="${green}"/>`,
    `<path stroke="${green}" stroke-width="${inUnits(reach * part * 1.3)}" d="M${at(x - reach * part * 0.4, y - 30)}h${inUnits(reach * part * 0.8)}"/>`,
    ...patches(flowers),
    `<path d="M${sheet}Z" fill="${paper}" stroke="${tissue}"/>`,
    ...patches(overFlowers),
    '</svg>\n',
  ].join('')
}
