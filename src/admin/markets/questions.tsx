import { useStore } from '@nanostores/react'
import { useLocation } from '@tanstack/react-router'
import { atom } from 'nanostores'
import { useEffect } from 'react'
import type { WithoutFlorist } from '#domain/market-orders.ts'
import { NotConfirmed } from '#src/admin/client/confirmation.ts'
import { ConfirmDialog } from '#src/admin/ui/confirm-dialog.tsx'
import { ApiError } from '#src/lib/api.ts'

/** The API's questions before a market is left without a florist. */
const QUESTIONS = ['market_without_florist', 'market_would_close'] as const

type Question = {
  code: (typeof QUESTIONS)[number]
  message: string
  answer: (confirmed: WithoutFlorist | null) => void
}

/** The question that a write waits for: {@link FloristQuestion} shows it. */
const $question = atom<Question | null>(null)

/**
 * Writes, and asks what the API wants to have confirmed before it leaves a market without a florist.
 * @param onAsk before a question is shown
 * @throws NotConfirmed when the answer is Cancel; what the write throws
 */
export async function confirmingFlorist<Result>(
  write: (confirmed?: WithoutFlorist) => Promise<Result>,
  onAsk?: () => void,
  confirmed?: WithoutFlorist,
): Promise<Result> {
  try {
    return await write(confirmed)
  } catch (error) {
    const code = error instanceof ApiError && QUESTIONS.find((question) => question === error.code)
    if (!code) throw error
    onAsk?.()
    return confirmingFlorist(write, onAsk, await ask(code, error.message))
  }
}

function ask(code: Question['code'], message: string): Promise<WithoutFlorist> {
  return new Promise((resolve, reject) => {
    const answer = (confirmed: WithoutFlorist | null) => {
      $question.set(null)
      if (confirmed) resolve(confirmed)
      else reject(new NotConfirmed())
    }
    $question.set({ code, message, answer })
  })
}

/** Asks what a market does without a florist, before it comes to that, once in the app. */
export function FloristQuestion() {
  const question = useStore($question, { ssr: 'initial' })
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever leaves the screen has not confirmed anything
  useEffect(() => {
    return () => $question.get()?.answer(null)
  }, [pathname])
  const closes = question?.code === 'market_would_close'
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={(open) => !open && question?.answer(null)}
      title={closes ? 'Close the market?' : 'Take orders without a florist?'}
      action={closes ? 'Close the market' : 'Take orders'}
      onConfirm={() => question?.answer(closes ? 'closes' : 'takes_orders')}
      alternative={
        closes ? undefined : { action: 'Close it for now', onConfirm: () => question?.answer('closes') }
      }
    >
      <p>{question?.message}</p>
      {closes ? (
        <p>It opens by itself when one of its shops is active.</p>
      ) : (
        <p>Or close it for now: it opens by itself when one of its shops is active.</p>
      )}
    </ConfirmDialog>
  )
}
