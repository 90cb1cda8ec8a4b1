import { layOutCard } from '#domain/card.ts'

type NoteCardProps = {
  note: string
  /** Stands on a card without a note; absent: there is always one. */
  empty?: string
  /** Stands below the card in the place of what it has no room for. */
  full?: string
}

/**
 * The apology note on its card, as it is printed: on every page, on paper, and while it is written (src/styles/parts/note-card.css).
 * Word for word: no browser translates it.
 */
export function NoteCard({ note, empty, full }: NoteCardProps) {
  const { lines, size, rest } = layOutCard(note)
  return (
    <div className="note-card">
      {lines.length === 0 ? (
        <p key="empty" data-size="empty">
          {empty}
        </p>
      ) : (
        <p key="note" data-size={size} dir="auto" translate="no">
          {lines.join('\n')}
        </p>
      )}
      {full ? (
        <p className="mt-2 text-note font-medium text-rose" hidden={!rest}>
          {full}
        </p>
      ) : (
        rest && (
          <p className="mt-2 wrap-anywhere whitespace-pre-line" dir="auto" translate="no">
            <small className="block text-muted">For the back of the card</small>
            <span>{rest}</span>
          </p>
        )
      )}
    </div>
  )
}
