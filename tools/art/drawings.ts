import { extremelyBad } from './extremely-bad.ts'
import { favicon } from './logo.ts'
import { nuclearBad } from './nuclear-bad.ts'
import { bloomOrnament, petalOrnament, sprigOrnament } from './ornaments.ts'
import { placeholder } from './placeholder.ts'
import { reallyBad } from './really-bad.ts'
import { drawScene, type Scene } from './scene.ts'
import { topicDrawings } from './topics.ts'

/** A landscape cut for the cards of a desktop. */
const WIDE = '-350 5 1500 1000'

/** A bouquet: its file name, the scene, the square cut of it for email and link previews, and its landscape cut. */
export type Bouquet = {
  readonly name: string
  readonly scene: Scene
  readonly square: string
  readonly wide: string
}

/** All bouquets, from polite to unreasonable. */
export const bouquets: readonly Bouquet[] = [
  { name: 'really-bad', scene: reallyBad, square: '-70 95 940 940', wide: WIDE },
  { name: 'extremely-bad', scene: extremelyBad, square: '-110 -10 1020 1020', wide: WIDE },
  // It leaves the landscape cut on all four sides: cut off above alone it would look like a mistake.
  { name: 'nuclear-bad', scene: nuclearBad, square: '-100 0 1000 1000', wide: '-150 150 1100 733' },
  { name: 'placeholder', scene: placeholder, square: '-70 95 940 940', wide: WIDE },
]

/** The whole of Nuclear Bad, for the landing page, where it has the room. */
export const heroView = '-250 -190 1300 1210'

/** Every vector file: its path under `public/` and its content. The same bytes at each call. */
export function drawings(): ReadonlyMap<string, string> {
  return new Map([
    ...bouquets.map(({ name, scene }) => [`bouquets/${name}.svg`, drawScene(scene)] as const),
    ...Object.entries(topicDrawings).map(([name, draw]) => [`topics/${name}.svg`, draw()] as const),
    ['ornaments/bloom.svg', bloomOrnament()],
    ['ornaments/sprig.svg', sprigOrnament()],
    ['ornaments/petal.svg', petalOrnament()],
    ['favicon.svg', favicon()],
  ])
}
