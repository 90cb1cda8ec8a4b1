import { EMPTY_CARD } from '#domain/card.ts'
import { NoteCard } from './note-card.tsx'

/** The card as it will be printed, while its note is written: the field has the same text for those who do not see it. */
export function CardPreview({ note, className }: { note: string; className: string }) {
  return (
    <div className={`card-preview noscript:hidden ${className}`} aria-hidden="true">
      <NoteCard note={note} empty={EMPTY_CARD} full="This much fits. The rest goes on the back." />
    </div>
  )
}
