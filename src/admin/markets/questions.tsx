import type { WithoutFlorist } from '#domain/market-orders.ts'
import { NotConfirmed } from '#src/admin/client/confirmation.ts'
import { ask } from '#src/admin/ui/confirm-dialog.tsx'
import { ApiError } from '#src/lib/api.ts'

/** The API's questions before a market is left without a florist. */
const QUESTIONS = ['market_without_florist', 'market_would_close'] as const

/**
 * Writes, and asks what the API wants to have confirmed before it leaves a market without a florist.
 * @throws NotConfirmed when the answer is Cancel; what the write throws
 */
export async function confirmingFlorist<Result>(
  write: (confirmed?: WithoutFlorist) => Promise<Result>,
  confirmed?: WithoutFlorist,
): Promise<Result> {
  try {
    return await write(confirmed)
  } catch (error) {
    const code = error instanceof ApiError && QUESTIONS.find((question) => question === error.code)
    if (!code) throw error
    return confirmingFlorist(write, await askAboutOrders(code === 'market_would_close', error.message))
  }
}

async function askAboutOrders(closes: boolean, message: string): Promise<WithoutFlorist> {
  let answer: WithoutFlorist | undefined
  const choose = (chosen: WithoutFlorist) => () => {
    answer = chosen
  }
  await ask({
    title: closes ? 'Close the market?' : 'Take orders without a florist?',
    action: closes ? 'Close the market' : 'Take orders',
    onConfirm: choose(closes ? 'closes' : 'takes_orders'),
    alternative: closes ? undefined : { action: 'Close it for now', onConfirm: choose('closes') },
    children: (
      <>
        <p>{message}</p>
        <p>{`${closes ? 'It' : 'Or close it for now: it'} opens by itself when one of its shops is active.`}</p>
      </>
    ),
  })
  if (!answer) throw new NotConfirmed()
  return answer
}
