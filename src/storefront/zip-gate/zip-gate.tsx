import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { digits, ZIP_LENGTH } from '#domain/zip.ts'
import { Button } from '#src/components/ui/button.tsx'
import { showToast } from '#src/components/ui/toast.ts'
import { ApiError, type ZipAnswer } from '#src/lib/api.ts'
import { api } from '#src/lib/browser-api.ts'
import { clearZip, savedZip, saveZip } from '#src/lib/saved-zip.ts'
import { $waitlistRequest } from '#src/lib/waitlist-request.ts'
import { arrival, nextAddress } from './arrival.ts'
import { CHECK_FAILED, SOMETHING_WRONG } from './texts.ts'

type ZipGateProps = {
  /** As it came with a form that was sent without JavaScript. */
  zip?: string
  /** What is wrong with it. */
  problem?: string | null
}

/** ZIP gate: one field, one button. */
export default function ZipGate({ zip = '', problem = null }: ZipGateProps) {
  const input = useRef<HTMLInputElement>(null)
  // Null until this runs in the browser: the form works before that.
  const [typed, setTyped] = useState<string | null>(null)
  const [checking, setChecking] = useState(false)
  // Asked with the fifth digit: mostly the answer is there before the press.
  const ahead = useRef<{ zip: string; answer: Promise<ZipAnswer> } | null>(null)

  function askAhead(zip: string) {
    if (zip.length !== ZIP_LENGTH || ahead.current?.zip === zip) return
    const asked = { zip, answer: api.zip(zip) }
    ahead.current = asked
    // Nothing was pressed yet: a failure is not shown, and the press checks again.
    asked.answer.catch(() => {
      if (ahead.current === asked) ahead.current = null
    })
  }

  function answerFor(zip: string): Promise<ZipAnswer> {
    const asked = ahead.current
    ahead.current = null
    return asked?.zip === zip ? asked.answer : api.zip(zip)
  }

  useEffect(() => {
    // What was typed before this ran counts, and is held to the same rule.
    if (input.current) input.current.value = digits(input.current.value, ZIP_LENGTH)
    setTyped(input.current?.value ?? '')
    const { notice, stay, waitlist } = arrival()
    if (notice) showToast(notice, 'error')
    if (waitlist) $waitlistRequest.set(waitlist)
    else if (!stay) void skipIfServed()
    const back = (event: PageTransitionEvent) => event.persisted && setChecking(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const wanted = digits(input.current?.value ?? '', ZIP_LENGTH)
    if (wanted.length !== ZIP_LENGTH || checking) return
    setChecking(true)
    try {
      const answer = await answerFor(wanted)
      if (answer.served) {
        saveZip(wanted)
        location.assign(nextAddress(answer))
        return
      }
      $waitlistRequest.set({ zip: wanted })
    } catch (error) {
      showToast(error instanceof ApiError ? CHECK_FAILED : SOMETHING_WRONG, 'error')
    }
    setChecking(false)
  }

  return (
    <form id="zip-gate" method="post" action="/" onSubmit={submit} className="field gap-2.5">
      <input type="hidden" name="form" value="zip" />
      <label htmlFor="zip" className="strong">
        Delivery ZIP code
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          ref={input}
          id="zip"
          name="zip"
          className="control display h-15 min-w-36 flex-1 basis-36 text-[1.625rem] tracking-[0.14em] tabular-nums"
          type="text"
          inputMode="numeric"
          autoComplete="postal-code"
          pattern="[0-9]{5}"
          title="Five digits"
          required
          defaultValue={zip}
          aria-describedby="zip-promise zip-error"
          aria-invalid={problem ? true : undefined}
          onInput={({ currentTarget }) => {
            currentTarget.value = digits(currentTarget.value, ZIP_LENGTH)
            setTyped(currentTarget.value)
            askAhead(currentTarget.value)
          }}
        />
        <Button
          type="submit"
          className="h-15 flex-1 basis-52"
          busy={checking}
          // Not while checking: a disabled button loses the focus.
          disabled={typed !== null && typed.length !== ZIP_LENGTH}
        >
          Check Availability
        </Button>
      </div>
      <p className="error" id="zip-error">
        {problem && <span>{problem}</span>}
      </p>
    </form>
  )
}

/** A saved ZIP skips the gate, as long as it is still served and can be ordered to. */
async function skipIfServed(): Promise<void> {
  const zip = savedZip()
  if (!zip) return
  try {
    const answer = await api.zip(zip)
    if (!answer.served) return clearZip()
    saveZip(zip)
    location.replace(nextAddress(answer))
  } catch {
    // Nobody asked for this check: the gate stays open as it is.
  }
}
