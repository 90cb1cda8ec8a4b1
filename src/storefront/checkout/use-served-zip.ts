import { useEffect, useState } from 'react'
import { isZip5 } from '#domain/zip.ts'
import { api } from '#src/lib/browser-api.ts'

const DEBOUNCE_MS = 500

export type ServedState = 'unknown' | 'checking' | 'served' | 'not-served'

/**
 * Whether the typed ZIP is served, asked half a second after the last digit.
 * @param zip as typed
 * @param known a ZIP that the server has just found to be served
 * @returns `unknown` while there are no five digits, and when nobody answers: the order itself is checked again
 */
export function useServedZip(zip: string, known: string | null): ServedState {
  const [answers, setAnswers] = useState<ReadonlyMap<string, ServedState>>(
    () => new Map(known ? [[known, 'served']] : []),
  )
  const answer = answers.get(zip)

  useEffect(() => {
    if (!isZip5(zip) || answer) return
    let current = true
    const tell = (state: ServedState) => {
      if (current) setAnswers((all) => new Map(all).set(zip, state))
    }
    const timer = window.setTimeout(() => {
      api.zip(zip).then(
        ({ served }) => tell(served ? 'served' : 'not-served'),
        () => tell('unknown'),
      )
    }, DEBOUNCE_MS)
    return () => {
      current = false
      window.clearTimeout(timer)
    }
  }, [zip, answer])

  return answer ?? (isZip5(zip) ? 'checking' : 'unknown')
}
