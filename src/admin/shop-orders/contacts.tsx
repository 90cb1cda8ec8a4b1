import { useEffect, useRef } from 'react'
import { contactForm } from '#api/shop-orders/schema.ts'
import { Card } from '#src/admin/ui/card.tsx'
import { FormTextArea } from '#src/admin/ui/form-fields.tsx'
import { HistoryItem, WhoAndWhen } from '#src/admin/ui/history-item.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { addContact, type ShopOrderDetail, useChange } from './queries.ts'

/** Who said what to whom, oldest first, in a box that scrolls; below it the next entry. */
export function Contacts({ record }: { record: ShopOrderDetail }) {
  const { contacts } = record
  const change = useChange(record)
  const list = useRef<HTMLOListElement>(null)
  // One key a note: a second click, or a try after a lost answer, adds nothing. Another text is another note.
  const sent = useRef({ key: '', note: '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest entry is at the end
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [contacts.length])
  return (
    <Card title="Contact history">
      {contacts.length === 0 ? (
        <p className="mb-4 text-muted">No contacts noted yet.</p>
      ) : (
        <ol
          className="mb-5 flex max-h-72 flex-col gap-3.5 overflow-y-auto rounded-field border border-line bg-paper p-3.5"
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
      <SmallForm
        label="Add to the contact history"
        schema={contactForm}
        start={{ note: '' }}
        send={async ({ note }) => {
          if (sent.current.note !== note) sent.current = { key: crypto.randomUUID(), note }
          await change(({ id }) => addContact(id, { ...sent.current }))
          sent.current = { key: '', note: '' }
          notify.success('Contact record added successfully')
        }}
        submit="Add Note"
        failure="Failed to add contact record"
      >
        <FormTextArea name="note" label="New note" rows={2} />
      </SmallForm>
    </Card>
  )
}
