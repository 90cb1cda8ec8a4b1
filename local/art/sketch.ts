import type { Flower } from './bouquet.ts'
import { leaves, petals } from './palette.ts'
import type { LeafAt, Scene } from './scene.ts'

const paper = '#e2c69d'
const tissue = '#f8ebdd'
/** Of a painted flower's radius, so that nothing of it looks out from behind the painting. */
const share = 0.92

const inRound = (value: number) => Math.round(value / 10) * 10

/** A place along a leaf, 0 at its foot and 1 at its tip; `aside` turns away from its middle (degrees). */
function along([, x, y, turn, length]: LeafAt, far: number, aside = 0): readonly [number, number] {
  const angle = ((turn + aside) * Math.PI) / 180
  return [x + Math.sin(angle) * length * far, y - Math.cos(angle) * length * far]
}

function hides({ x, y, r }: Flower, leaf: LeafAt): boolean {
  const [tipX, tipY] = along(leaf, share)
  return Math.hypot(tipX - x, tipY - y) < r * share
}

/**
 * A scene in a kilobyte and a half: a patch of colour for each flower, leaves, the paper. It comes with the page itself,
 * and stands where the painting will be until that has arrived.
 * @param view left, top, width and height of the part to show
 */
export function sketch(scene: Scene, view: string): string {
  const { wrap: w, flowers, overFlowers } = scene
  const { x, y, reach } = scene.middle
  const green = leaves.deep.body
  const [left = 0, top = 0, width = 800, height = 1000] = view.split(' ').map(Number)
  const at = (x: number, y: number) => `${inRound(x - left)} ${inRound(y - top)}`
  const leaf = (one: LeafAt) => {
    const [foot, tip] = [at(...along(one, 0)), at(...along(one, share))]
    return `M${foot}Q${at(...along(one, 0.5, 32))} ${tip} ${at(...along(one, 0.5, -32))} ${foot}`
  }
  const seen = [...scene.backLeaves, ...scene.frontLeaves, ...scene.overLeaves].filter(
    (one) => !flowers.some((flower) => hides(flower, one)),
  )
  const patches = (list: readonly Flower[]) =>
    list.map(
      ({ tone, x, y, r }) =>
        `<path d="M${at(x, y)}h0" stroke="${petals[tone].light}" stroke-width="${inRound(r * 2 * share)}"/>`,
    )
  const sheet = [
    at(w.cx - w.mouth, w.mouthY),
    at(w.cx + w.mouth, w.mouthY),
    at(w.cx + w.waist, w.tieY),
    at(w.cx + w.foot, w.footY),
    at(w.cx - w.foot, w.footY),
    at(w.cx - w.waist, w.tieY),
  ].join('L')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" stroke-linecap="round">`,
    `<g stroke="${green}"><path d="${seen.map(leaf).join('')}" fill="${green}" stroke="none"/>`,
    `<path d="M${at(x - reach * 0.4, y - 30)}h${inRound(reach * 0.8)}" stroke-width="${inRound(reach * 1.3)}"/></g>`,
    ...patches(flowers),
    `<path d="M${sheet}Z" fill="${paper}" stroke="${tissue}" stroke-width="10" stroke-linejoin="round"/>`,
    ...patches(overFlowers),
    '</svg>',
  ].join('')
}
