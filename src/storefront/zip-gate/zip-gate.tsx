import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { digits, ZIP_LENGTH } from '#domain/zip.ts'
import { Button } from '#src/components/ui/button.tsx'
import { showToast } from '#src/components/ui/toast.ts'
import { ApiError } from '#src/lib/api.ts'
import { api } from '#src/lib/browser-api.ts'
import { noticeText } from '#src/lib/flow-address.ts'
import { focusMissing } from '#src/lib/focus-missing.ts'
import { clearZip, savedZip, saveZip } from '#src/lib/saved-zip.ts'
import type { ZipAnswer } from '#src/lib/shop-api.ts'
import { $waitlistRequest, waitlistRequestOf } from '#src/lib/waitlist-request.ts'
import { CHECK_FAILED, SOMETHING_WRONG } from './messages.ts'

type ZipGateProps = {
  /** The ZIP as it came with a form that was sent without JavaScript. */
  zip?: string
  /** The fault of the ZIP. */
  problem?: string | null
}

/** The form of the ZIP gate: one field, one button. Its texts stand in gate.astro, which needs no script. */
export default function ZipGate({ zip = '', problem = null }: ZipGateProps) {
  const input = useRef<HTMLInputElement>(null)
  // Not before this runs in the browser: the form works without it.
  const [blocked, setBlocked] = useState(false)
  const [checking, setChecking] = useState(false)
  const [isWrong, setIsWrong] = useState(problem !== null)
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
    // Text typed before this ran is held to the same rule.
    if (input.current) setBlocked(!tidy(input.current))
    const { notice, stay, waitlist } = arrivalReason()
    if (notice) showToast(notice, 'error')
    if (waitlist) $waitlistRequest.set(waitlist)
    else if (!stay) void skipIfServed()
    const back = (event: PageTransitionEvent) => event.persisted && setChecking(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])

  /** Says at the field why nothing is delivered there; null: it is another ZIP by now. */
  function refuse(why: string | null) {
    setIsWrong(why !== null)
    const error = document.getElementById('zip-error')
    error?.replaceChildren(
      ...(why === null ? [] : [Object.assign(document.createElement('span'), { textContent: why })]),
    )
    if (why !== null) input.current?.focus()
  }

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
      if (answer.neverServed) refuse(answer.neverServed)
      else $waitlistRequest.set({ zip: wanted })
    } catch (error) {
      showToast(error instanceof ApiError ? CHECK_FAILED : SOMETHING_WRONG, 'error')
    }
    setChecking(false)
  }

  return (
    // Without an action it posts to its own address, which names the bouquet that was chosen.
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard one is at the fields already
    <form id="zip-gate" method="post" onSubmit={submit} onClick={focusMissing}>
      <input type="hidden" name="form" value="zip" />
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
          aria-describedby="zip-hint zip-promise zip-error"
          aria-invalid={isWrong || undefined}
          onInput={({ currentTarget }) => {
            setBlocked(!tidy(currentTarget))
            refuse(null)
            askAhead(currentTarget.value)
          }}
        />
        <Button
          type="submit"
          className="h-15 flex-1 basis-52 disabled:pointer-events-none"
          busy={checking}
          // Not while checking: a disabled button loses the focus.
          disabled={blocked}
        >
          Check Availability
        </Button>
      </div>
    </form>
  )
}

/** Leaves only digits in the field. @returns whether they are a ZIP */
function tidy(field: HTMLInputElement): boolean {
  field.value = digits(field.value, ZIP_LENGTH)
  return field.value.length === ZIP_LENGTH
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

/** The reason why the visitor came: to change the ZIP, to join the waitlist, or sent here. Browser only. */
function arrivalReason() {
  const query = new URLSearchParams(location.search)
  return {
    // Whoever has just joined without JavaScript reads the thanks first, and why nothing can be ordered.
    stay: query.get('change') === '1' || query.get('waitlist') === 'joined' || query.has('closed'),
    waitlist: waitlistRequestOf(query),
    notice: noticeText(query.get('notice')),
  }
}

/**
 * Where the gate leads: on, or back to itself with the reason why nothing can be ordered there now. The chosen bouquet
 * goes along, and a notice, because the gate may be gone before anyone has read it.
 * @param answer about a ZIP that is served
 */
function nextAddress({ zip, availability }: ZipAnswer): string {
  const query: string[] = location.search.match(/\b(notice|optionId)=[^&]*/g) ?? []
  const closed = availability?.anyOpen === false
  if (closed) query.push(`closed=${zip}`)
  return (closed ? '/' : '/home') + (query[0] ? `?${query.join('&')}` : '')
}
