import { pack } from './pack.ts'
import type { Scene } from './scene.ts'

const dome = { x: 400, y: 350, rx: 520, ry: 430, floor: 640 }

const flowers = pack(
  'no words',
  dome,
  [
    { kind: 'rose', tone: 'rose', x: 388, y: 470, r: 122 },
    { kind: 'peony', tone: 'blush', x: 585, y: 408, r: 116 },
    { kind: 'peony', tone: 'pink', x: 190, y: 470, r: 104 },
    { kind: 'rose', tone: 'apricot', x: 420, y: 264, r: 98 },
    { kind: 'anemone', tone: 'cream', x: 248, y: 300, r: 92 },
    { kind: 'ranunculus', tone: 'butter', x: 540, y: 590, r: 84 },
    { kind: 'rose', tone: 'cream', x: 610, y: 210, r: 90 },
    { kind: 'rose', tone: 'wine', x: 60, y: 330, r: 96 },
    { kind: 'ranunculus', tone: 'blush', x: 290, y: 610, r: 78 },
    { kind: 'peony', tone: 'rose', x: 760, y: 300, r: 104 },
    { kind: 'anemone', tone: 'blush', x: 735, y: 520, r: 84 },
    { kind: 'ranunculus', tone: 'rose', x: 280, y: 120, r: 84 },
    { kind: 'peony', tone: 'cream', x: 100, y: 150, r: 98 },
    { kind: 'rose', tone: 'pink', x: 480, y: 70, r: 90 },
    { kind: 'rose', tone: 'rose', x: 690, y: 40, r: 96 },
  ],
  [
    { kind: 'peony', tones: ['blush', 'pink', 'rose'], count: 6, r: [70, 84] },
    { kind: 'rose', tones: ['rose', 'blush', 'apricot', 'wine', 'butter'], count: 12, r: [54, 74] },
    { kind: 'anemone', tones: ['cream', 'blush'], count: 5, r: [54, 64] },
    { kind: 'ranunculus', tones: ['pink', 'butter', 'cream', 'apricot'], count: 12, r: [44, 62] },
    { kind: 'tulip', tones: ['rose', 'apricot', 'blush'], count: 4, r: [50, 60] },
    { kind: 'daisy', tones: ['cream'], count: 12, r: [34, 48] },
    { kind: 'ranunculus', tones: ['rose', 'blush', 'cream'], count: 8, r: [32, 44] },
    { kind: 'drumstick', tones: ['butter'], count: 8, r: [17, 24] },
    { kind: 'bud', tones: ['rose', 'blush', 'butter'], count: 5, r: [28, 34] },
  ],
  0.55,
)

/** More than the frame can hold. */
export const nuclearBad: Scene = {
  seed: 'nuclear bad',
  title: 'An enormous bouquet that does not fit into its frame, petals falling',
  wrap: { cx: 400, mouthY: 612, mouth: 292, tieY: 818, waist: 62, footY: 918, foot: 128 },
  middle: { x: 400, y: 380, reach: 460 },
  sprays: [
    ['fern', -40, 420, -40, 1.6],
    ['olive', 840, 430, 40, 1.6],
    ['fern', 200, -60, -20, 1.6],
    ['sage', 380, -80, 10, 1.6],
    ['fern', 600, -60, 30, 1.6],
    ['olive', 40, 20, -40, 1.6],
    ['sage', 800, 120, 40, 1.6],
  ],
  clouds: [
    [180, 40, 190],
    [390, 10, 190],
    [590, 110, 180],
    [760, 180, 180],
    [30, 230, 170],
  ],
  berries: [
    [180, 210, 76],
    [520, 170, 76],
    [700, 150, 76],
    [20, 440, 70],
  ],
  spires: [
    ['pink', 60, 40, 1.4],
    ['blush', 760, 60, 1.4],
  ],
  backLeaves: [
    ...Array.from({ length: 64 }, (_, i) => {
      const turn = -98 + ((i * 137.5) % 196)
      const angle = (turn * Math.PI) / 180
      const tone = (['deep', 'stem', 'deep', 'olive', 'stem'] as const)[i % 5] ?? 'deep'
      const far = 440 - i * 6.4
      return [
        tone,
        Math.round(400 + Math.sin(angle) * far * 0.98),
        Math.round(440 - Math.cos(angle) * far),
        turn,
        190,
      ] as const
    }),
    ...([
      ['deep', 190, 170, -10, 190],
      ['stem', 240, 130, 8, 170],
      ['deep', 370, 130, -8, 190],
      ['deep', 30, 330, -30, 200],
      ['deep', 150, 600, -48, 180],
      ['stem', 130, 580, -84, 150],
      ['deep', 120, 640, -66, 160],
      ['stem', 560, 200, 40, 190],
      ['deep', 600, 650, 34, 180],
      ['stem', 590, 640, 64, 170],
    ] as const),
  ],
  flowers,
  frontLeaves: [
    ['deep', 120, 680, -70, 150],
    ['stem', 650, 660, 20, 130],
    ['stem', 190, 640, -80, 140],
    ['olive', 260, 670, -112, 120],
    ['stem', 610, 650, 80, 140],
    ['olive', 560, 680, 112, 110],
    ['stem', 410, 680, 176, 100],
  ],
  trails: [
    ['eucalyptus', 180, 640, 44, 850, 1.1],
    ['sage', 240, 650, 140, 800, 0.9],
    ['eucalyptus', 640, 650, 744, 850, 1.1],
    ['olive', 600, 660, 664, 780, 0.8],
  ],
  overLeaves: [
    ['stem', 150, 640, -118, 130],
    ['olive', 200, 660, -140, 110],
    ['stem', 640, 640, 116, 130],
    ['deep', 600, 664, 142, 110],
  ],
  overFlowers: [
    { kind: 'daisy', tone: 'cream', x: 70, y: 640, r: 46, shade: 0 },
    { kind: 'rose', tone: 'blush', x: 150, y: 612, r: 72, shade: 0.4 },
    { kind: 'anemone', tone: 'cream', x: 690, y: 640, r: 66, shade: 0.3 },
    { kind: 'ranunculus', tone: 'pink', x: 618, y: 656, r: 52, shade: 0.5 },
    { kind: 'ranunculus', tone: 'apricot', x: 238, y: 662, r: 48, shade: 0.5 },
    { kind: 'rose', tone: 'wine', x: 400, y: 656, r: 66, shade: 0.5 },
    { kind: 'daisy', tone: 'cream', x: 474, y: 694, r: 38, shade: 0.5 },
  ],
  petals: [
    ['rose', 96, 880, 20, 1],
    ['blush', 178, 842, -30, 0.9],
    ['rose', 690, 892, 70, 1],
    ['apricot', 618, 930, 10, 0.9],
    ['blush', 762, 930, -50, 1],
    ['rose', 52, 958, 110, 0.8],
    ['cream', 226, 948, 15, 0.9],
    ['pink', 570, 975, -20, 0.8],
    ['pink', 150, 968, 60, 0.6],
    ['rose', 650, 828, -15, 0.6],
    ['butter', 262, 880, 100, 0.55],
  ],
  bow: 1.08,
  card: { x: 436, y: 842, rotate: 6, size: 0.86, lettering: 'so, so sorry' },
  stems: 'stem',
}
