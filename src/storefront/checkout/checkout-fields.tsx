import type { ReactNode } from 'react'
import type { CheckoutField } from '#api/checkout/customer-schema.ts'
import { NOTE_MAX } from '#domain/limits.ts'
import { countTyped } from '#domain/text.ts'
import { CardPreview } from '#src/components/ui/card-preview.tsx'
import { DeliveryFields } from '#src/components/ui/delivery-fields.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { TextAreaField, TextField } from '#src/components/ui/field.tsx'
import { NotServed } from '#src/components/ui/not-served.tsx'
import { maskPhone } from '#src/lib/phone-mask.ts'
import { NOT_SERVED } from './messages.ts'
import type { CheckoutValues } from './request.ts'

type CheckoutFieldsProps = {
  values: CheckoutValues
  errors: CheckoutValues
  /** The ZIP as it was typed. */
  zip: string
  /** The ZIP is being looked up. */
  checking: boolean
  /** The bouquet's title, for the waitlist. */
  product: string
  /** The note as it was typed. */
  note: string
  onNote: (note: string) => void
  /** The box for texts about the order: drawn by the server where the shop can text. */
  texts?: Elements
  /** The wish for a flower that is missing: drawn by the server, it needs no script. */
  wish?: Elements
  /** Help with the note: drawn by the server. */
  help?: Elements
}

/** The fields that the buyer fills in: who they are, where the flowers go, and the card. */
export function CheckoutFields({
  values,
  errors,
  zip,
  checking,
  product,
  texts,
  wish,
  ...typed
}: CheckoutFieldsProps) {
  const field = <Name extends CheckoutField>(name: Name) => ({
    name,
    defaultValue: values[name],
    error:
      errors[name] === NOT_SERVED ? (
        <NotServed message={NOT_SERVED} zip={zip} product={product} />
      ) : (
        errors[name]
      ),
  })
  return (
    <>
      {/* They get the emails. */}
      <Part title="You" lead="The one with something to say.">
        <div className="field-row">
          <TextField {...field('name')} label="Your name" autoComplete="name" required minLength={2} />
          <TextField
            {...field('email')}
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
          />
        </div>
        <TextField
          {...field('phone')}
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          hint="We call only if something goes wrong with the delivery."
          placeholder="(555) 555-0123"
          onInput={maskPhone}
        />
        {texts}
      </Part>
      <Part title="Them" lead="The one who deserves to hear it.">
        <DeliveryFields field={field} zipAside={checking && <p className="hint">Checking…</p>} />
      </Part>
      <Part title="The card" lead="It goes with the flowers, word for word.">
        <div className="grid grid-cols-1 gap-5 md:grid-cols-2 lg:grid-cols-1">
          <CardPreview note={typed.note} className="max-w-96 lg:hidden" />
          <NoteField {...field('note')} {...typed} />
        </div>
      </Part>
      {wish}
    </>
  )
}

function Part({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="display text-title">{title}</legend>
      <p className="mt-1 text-muted">{lead}</p>
      <div className="mt-5 grid grid-cols-1 gap-5">{children}</div>
    </fieldset>
  )
}

type NoteFieldProps = Pick<CheckoutFieldsProps, 'note' | 'onNote' | 'help'> & {
  name: string
  defaultValue: string | undefined
  error: ReactNode
}

/** The apology note, which the card beside it shows as it is typed. */
function NoteField({ note, onNote, help, ...field }: NoteFieldProps) {
  const length = countTyped(note)
  const left = NOTE_MAX - length
  return (
    <TextAreaField
      {...field}
      label="Apology note"
      optional
      hint={`Up to ${NOTE_MAX} characters. “I was wrong” takes eleven.`}
      rows={4}
      onInput={({ currentTarget }) => onNote(currentTarget.value)}
      aside={
        <div className="flex items-baseline justify-between gap-3">
          {help}
          <p className="hint tabular-nums">
            <span aria-hidden="true" className={left < 0 ? 'text-rose-deep' : ''}>
              {`${length} / ${NOTE_MAX}`}
            </span>
            <span className="sr-only" role="status">
              {left < 0 ? `${-left} characters too many` : left <= 20 && `${left} characters left`}
            </span>
          </p>
        </div>
      }
    />
  )
}
