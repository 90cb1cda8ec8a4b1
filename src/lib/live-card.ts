import { EMPTY_CARD, layOutCard } from '#domain/card.ts'

/** Draws a preview of the card (card-preview.tsx) for another note, on pages without a framework. Browser only. */
export function drawCard(preview: Element, note: string): void {
  const [text, full] = preview.querySelectorAll('p')
  if (!text || !full) return
  const { lines, size, rest } = layOutCard(note)
  const isEmpty = lines.length === 0
  text.textContent = isEmpty ? EMPTY_CARD : lines.join('\n')
  text.dataset['size'] = isEmpty ? 'empty' : String(size)
  text.dir = 'auto'
  text.translate = isEmpty
  full.hidden = rest === ''
}
