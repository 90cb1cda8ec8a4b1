import { useStore } from '@nanostores/react'
import { type SubmitEvent, useCallback, useState } from 'react'
import { Button } from '#src/components/ui/button.tsx'
import { Dialog } from '#src/components/ui/dialog.tsx'
import { showToast } from '#src/components/ui/toast.ts'
import { joinWaitlistRequest } from '#src/contracts/waitlist.ts'
import { ApiError } from '#src/lib/api.ts'
import { api } from '#src/lib/browser-api.ts'
import { checkFields, messagesOf, textsOf } from '#src/lib/form-messages.ts'
import { useFormCheck } from '#src/lib/use-form-check.ts'
import { $waitlistZip } from '#src/lib/waitlist-request.ts'
import { INVITATION, JOIN_FAILED, JOINED } from './texts.ts'
import { WaitlistFields } from './waitlist-fields.tsx'

/** §2: opens when a ZIP is not served, prefilled with it. */
export default function WaitlistDialog() {
  // Another island may have set it before this one woke up: the first render is the server's all the same.
  const zip = useStore($waitlistZip, { ssr: 'initial' })
  const close = useCallback(() => $waitlistZip.set(null), [])
  return (
    <Dialog open={zip !== null} title="Join the Waitlist" onClose={close}>
      {zip !== null && <WaitlistForm zip={zip} onJoined={close} />}
    </Dialog>
  )
}

const check = (texts: Record<string, string>) => checkFields(joinWaitlistRequest.shape, texts)

function WaitlistForm({ zip, onJoined }: { zip: string; onJoined: () => void }) {
  const { form, errors, blocked, onBlur, onChange, setServerMessages } = useFormCheck(check)
  const [sending, setSending] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    setSending(true)
    const {
      email = '',
      city = '',
      state = '',
      zipCode = '',
      story = '',
    } = textsOf(new FormData(event.currentTarget))
    try {
      await api.joinWaitlist({ email, city, state, zipCode, ...(story.trim() && { story }) })
      onJoined()
      showToast(JOINED, 'success')
    } catch (error) {
      if (error instanceof ApiError) setServerMessages(messagesOf(error.issues))
      showToast(JOIN_FAILED, 'error')
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
      <p className="text-muted">{INVITATION}</p>
      <WaitlistFields values={{ zipCode: zip }} errors={errors} />
      <Button type="submit" busy={sending} disabled={blocked || sending}>
        Join the Waitlist
      </Button>
    </form>
  )
}
