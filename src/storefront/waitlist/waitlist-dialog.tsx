import { useStore } from '@nanostores/react'
import { type SubmitEvent, useCallback, useState } from 'react'
import { joinWaitlistRequest } from '#api/waitlist/join-schema.ts'
import { ADDRESS_MAX } from '#domain/limits.ts'
import { OUT_OF_DATE } from '#domain/out-of-date.ts'
import { cutText } from '#domain/text.ts'
import { Button } from '#src/components/ui/button.tsx'
import { Dialog } from '#src/components/ui/dialog.tsx'
import { showToast } from '#src/components/ui/toast.ts'
import { ApiError } from '#src/lib/api.ts'
import { api } from '#src/lib/browser-api.ts'
import { checkoutDraft } from '#src/lib/checkout-draft.ts'
import { checkFields, formValues, isOutOfDate, messagesOf } from '#src/lib/form-data.ts'
import { keepForm, takeKeptForm } from '#src/lib/kept-form.ts'
import { useFormCheck } from '#src/lib/use-form-check.ts'
import { $waitlistRequest, clearWaitlistAddress, type WaitlistRequest } from '#src/lib/waitlist-request.ts'
import { INVITATION, JOIN_FAILED, JOINED, REOPENING_INVITATION } from './messages.ts'
import { joinRequest } from './request.ts'
import { WaitlistFields } from './waitlist-fields.tsx'

/** Opens when a ZIP is not served, prefilled with it. */
export default function WaitlistDialog() {
  // Another island may have set it before this one hydrated: the first render is the server's all the same.
  const request = useStore($waitlistRequest, { ssr: 'initial' })
  const close = useCallback(() => {
    $waitlistRequest.set(null)
    clearWaitlistAddress()
  }, [])
  return (
    <Dialog open={request !== null} title="Join the Waitlist" onClose={close}>
      {request && <WaitlistForm request={request} onJoined={close} />}
    </Dialog>
  )
}

/** The form's name, by which it is kept. */
const FORM = 'waitlist'

const check = (values: Record<string, string>) => checkFields(joinWaitlistRequest.shape, values)

function WaitlistForm({ request, onJoined }: { request: WaitlistRequest; onJoined: () => void }) {
  const { zip, productTitle, reopening } = request
  // Only a visit from the checkout restores what was typed there.
  const [{ email, address, city, state } = {}] = useState(() =>
    productTitle ? checkoutDraft()?.texts : undefined,
  )
  const [kept] = useState(() => takeKeptForm(FORM))
  const { form, errors, blocked, onBlur, onChange, setServerMessages } = useFormCheck(check)
  const [sending, setSending] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    setSending(true)
    const values = formValues(new FormData(event.currentTarget))
    try {
      await api.joinWaitlist(joinRequest(values))
      onJoined()
      showToast(JOINED, 'success')
    } catch (error) {
      const isOld = isOutOfDate(error, values)
      if (isOld) keepForm(FORM, values)
      else if (error instanceof ApiError) setServerMessages(messagesOf(error.issues))
      showToast(isOld ? OUT_OF_DATE : JOIN_FAILED, 'error')
      setSending(false)
    }
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      onBlur={onBlur}
      onChange={onChange}
      noValidate
      className="mt-3 grid gap-6"
    >
      <p className="text-muted">{reopening ? REOPENING_INVITATION : INVITATION}</p>
      <WaitlistFields
        values={{
          email,
          city,
          state,
          zipCode: zip,
          productTitle,
          address: address && cutText(address, ADDRESS_MAX),
          ...kept,
        }}
        errors={errors}
      />
      <Button type="submit" busy={sending} disabled={blocked || sending}>
        Join the Waitlist
      </Button>
    </form>
  )
}
