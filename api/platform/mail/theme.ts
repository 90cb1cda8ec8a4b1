/** The brand's tokens as mail programs take them: inline values, system fonts behind the brand's own. */
export const COLOURS = {
  paper: '#FBF6EF',
  card: '#FFFFFF',
  ink: '#2A1A1F',
  muted: '#6B5560',
  rose: '#B3273F',
  roseDeep: '#7F1730',
  blush: '#F6DDE0',
  stem: '#2F5D4A',
  line: '#EADFD5',
} as const

const DARK: Readonly<Record<Exclude<keyof typeof COLOURS, 'rose'>, string>> = {
  paper: '#1A1013',
  card: '#26191D',
  ink: '#F6EDE8',
  muted: '#CBB6BD',
  roseDeep: '#F2A0AE',
  blush: '#3A262C',
  stem: '#8CC4A6',
  line: '#4A363D',
}

export const DISPLAY = "Fraunces, Georgia, 'Times New Roman', serif"
export const TEXT = "Figtree, 'Helvetica Neue', Arial, sans-serif"

/**
 * The letters of the card, by their place in `CARD_SIZES` (domain/card.ts): its widest line has room in a window of 375 pixels.
 * Georgia, which mail programs have, is no wider than the card's own font.
 */
export const CARD_SIZES_PX = [18, 14, 11.5] as const

/**
 * The style sheet of every email: dark colours by class, since what stands inline is light, and less air on phones. React
 * escapes what stands in an element, so that it holds no quotation marks and no `>`.
 */
export const STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 374px) {
  .note { padding: 12px 4px !important; }
  .note-0 { font-size: 5.3vw !important; }
  .note-1 { font-size: 4.2vw !important; }
  .note-2 { font-size: 3.3vw !important; }
}
@media (min-width: 600px) {
  .note { padding: 20px !important; }
  .note-0 { font-size: 24px !important; }
  .note-1 { font-size: 19px !important; }
  .note-2 { font-size: 15px !important; }
}
@media (max-width: 480px) {
  .content { padding: 22px 18px 20px !important; }
  .step { font-size: 11px !important; letter-spacing: -0.1px; }
}
@media (prefers-color-scheme: dark) {
  .page, .page td { background-color: ${DARK.paper} !important; color: ${DARK.ink} !important; }
  .page .card, .page .card td { background-color: ${DARK.card} !important; }
  .page .card, .page .line { border-color: ${DARK.line} !important; }
  .page .muted { color: ${DARK.muted} !important; }
  .page .link { color: ${DARK.roseDeep} !important; }
  .page .done { color: ${DARK.stem} !important; border-color: ${DARK.stem} !important; }
  .page .picture { background-color: ${DARK.blush} !important; color: ${DARK.ink} !important; }
}
`
