/** The brand's tokens as mail programs take them: inline values, system fonts behind the brand's own. */
export const COLOURS = {
  paper: '#FBF6EF',
  card: '#FFFFFF',
  ink: '#2A1A1F',
  muted: '#6B5560',
  rose: '#B3273F',
  roseDeep: '#7F1730',
  blush: '#F6DDE0',
  line: '#EADFD5',
} as const

export const DISPLAY = "Fraunces, Georgia, 'Times New Roman', serif"
export const TEXT = "Figtree, 'Helvetica Neue', Arial, sans-serif"
