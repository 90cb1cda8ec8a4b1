import { useEffect, useRef } from 'react'
import { Card } from '#src/admin/ui/card.tsx'
import { HistoryItem, WhoAndWhen } from '#src/admin/ui/history-item.tsx'
import { NoteForm } from '#src/admin/ui/note-form.tsx'
import { addContact, type ShopOrderDetail } from './queries.ts'
import { useChange } from './use-change.ts'

/** Who said what to whom, oldest first, in a box that scrolls; below it the next entry. */
export function Contacts({ record, readOnly }: { record: ShopOrderDetail; readOnly: boolean }) {
  const { contacts } = record
  const change = useChange(record)
  const list = useRef<HTMLOListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest entry is at the end
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [contacts.length])
  return (
    <Card title="Contact history">
      {contacts.length === 0 ? (
        <p className="text-muted">No contacts noted yet.</p>
      ) : (
        <ol
          className="flex max-h-72 flex-col gap-3.5 overflow-y-auto rounded-field border border-line bg-paper p-3.5"
          aria-label="Contact history"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
          tabIndex={0}
          ref={list}
        >
          {contacts.map(({ id, note, email, createdAt }) => (
            <HistoryItem key={id}>
              <p className="whitespace-pre-line">{note}</p>
              <WhoAndWhen who={email ?? 'Former user'} at={createdAt} />
            </HistoryItem>
          ))}
        </ol>
      )}
      {!readOnly && (
        <div className="mt-4">
          <NoteForm
            label="Add to the contact history"
            send={(note) => change(({ id }) => addContact(id, note))}
            success="Contact record added successfully"
            failure="Failed to add contact record"
          />
        </div>
      )}
    </Card>
  )
}
