import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect } from 'react'
import type { WithoutFlorist } from '#domain/market-orders.ts'
import { NotConfirmed } from '#src/admin/client/confirmation.ts'
import { ConfirmDialog } from '#src/admin/ui/confirm-dialog.tsx'
import { NotifyDialog, type WaitingZips } from '#src/admin/waitlist/notify-dialog.tsx'
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
): Promise<Result> {
  let confirmed: WithoutFlorist | undefined
  for (;;) {
    try {
      return await write(confirmed)
    } catch (error) {
      const code = error instanceof ApiError && QUESTIONS.find((question) => question === error.code)
      if (!code) throw error
      onAsk?.()
      confirmed = await ask(code, error.message)
    }
  }
}

/** Saves a market or a shop, asking the same, and offers to write to those who wait for what it now delivers to. */
export async function saveAskingFlorist(
  write: (confirmed?: WithoutFlorist) => Promise<{ waiting: WaitingZips }>,
): Promise<void> {
  const { waiting } = await confirmingFlorist(write)
  $waiting.set(waiting)
}

async function ask(code: Question['code'], message: string): Promise<WithoutFlorist> {
  const confirmed = await new Promise<WithoutFlorist | null>((answer) => {
    $question.set({ code, message, answer })
  })
  if (confirmed === null) throw new NotConfirmed()
  return confirmed
}

function answerQuestion(confirmed: WithoutFlorist | null): void {
  const question = $question.get()
  $question.set(null)
  question?.answer(confirmed)
}

/** Asks what a market does without a florist, before it comes to that. */
export function FloristQuestion() {
  const question = useStore($question)
  // Whoever leaves the screen has not confirmed anything.
  useEffect(() => {
    return () => answerQuestion(null)
  }, [])
  const closes = question?.code === 'market_would_close'
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={(open) => !open && answerQuestion(null)}
      title={closes ? 'Close the market?' : 'Take orders without a florist?'}
      action={closes ? 'Close the market' : 'Take orders'}
      onConfirm={() => answerQuestion(closes ? 'closes' : 'takes_orders')}
      alternative={
        closes ? undefined : { action: 'Close it for now', onConfirm: () => answerQuestion('closes') }
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

/**
 * ZIP codes that were just added and for which people wait: the screen that a save leads to offers to write to them. Later is
 * possible, too: on the waitlist's screens.
 */
const $waiting = atom<WaitingZips>([])

/** Both questions, for screens on which shops and markets are deleted, or to which their forms lead. */
export function MarketQuestions() {
  return (
    <>
      <FloristQuestion />
      <NotifyDialog waiting={useStore($waiting)} onClose={() => $waiting.set([])} />
    </>
  )
}
