import { useState } from 'react'
import { nextStepText, OUTCOME_RULES, type Outcome } from '#domain/delivery-attempts.ts'
import { type ShopOrderStatus, shopOrderIsLive } from '#domain/order-status.ts'
import { useReaderZone } from '#src/admin/first-screen.tsx'
import { LAZY_PARTS, LazyPart } from '#src/admin/lazy-part.tsx'
import { Card } from '#src/admin/ui/card.tsx'
import { HistoryItem } from '#src/admin/ui/history-item.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { Button } from '#src/components/ui/button.tsx'
import type { AttemptVersion, StaffAttempt } from './queries.ts'

type AttemptsProps = {
  /** The oldest first. */
  attempts: readonly StaffAttempt[]
  /** The one of the shop that has the order, or had it last; null: no shop had it. */
  shopOrder: { id: string; status: ShopOrderStatus; withdrawnAt: string | null } | null
  /** The email address of the order's buyer. */
  buyer: string
  /** The market's (IANA). */
  timeZone: string
}

/** The attempt that the dialog corrects; null: it records another one. */
type Asked = { shopOrderId: string; corrected: AttemptVersion | null }

/** The delivery attempts; what was corrected is struck out. Below it the way to record another attempt. */
export function Attempts({ attempts, shopOrder, buyer, timeZone }: AttemptsProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [open, setOpen] = useState(false)
  const live = shopOrder && shopOrderIsLive(shopOrder) ? shopOrder : null
  if (!live && attempts.length === 0) return null
  const ask = (next: Asked) => {
    setAsked(next)
    setOpen(true)
  }
  return (
    <Card title="At the door">
      {attempts.length === 0 ? (
        <p className="text-muted">Nothing reported yet.</p>
      ) : (
        <ol className="flex flex-col gap-3.5" aria-label="Delivery attempts">
          {attempts.map((attempt) => (
            <Attempt
              key={attempt.versions[0]?.id}
              attempt={attempt}
              timeZone={timeZone}
              onCorrect={(corrected) => ask({ shopOrderId: attempt.shopOrderId, corrected })}
            />
          ))}
        </ol>
      )}
      {live && (
        <p className="mt-4">
          <Button type="button" look="quiet" onClick={() => ask({ shopOrderId: live.id, corrected: null })}>
            Record an attempt
          </Button>
        </p>
      )}
      {asked && (
        <LazyPart
          load={LAZY_PARTS.attempt}
          props={{
            open,
            onOpenChange: setOpen,
            ...asked,
            buyer,
            timeZone,
            mayDeliver: live !== null && live.status !== 'delivered',
          }}
        />
      )}
    </Card>
  )
}

type AttemptProps = {
  attempt: StaffAttempt
  timeZone: string
  onCorrect: (corrected: AttemptVersion) => void
}

function Attempt({ attempt: { at, versions }, timeZone, onCorrect }: AttemptProps) {
  const current = versions.at(-1)
  if (!current) return null
  return (
    <HistoryItem data-bad={current.outcome === 'nobody' || undefined}>
      <p className="flex items-baseline justify-between gap-x-3">
        <b className="min-w-0 font-semibold">{outcomeText(current)}</b>
        <button
          type="button"
          className="link flex-none text-small pointer-coarse:py-2"
          onClick={() => onCorrect(current)}
        >
          <span>Correct</span>
          <span className="sr-only">{`: ${outcomeText(current)}`}</span>
        </button>
      </p>
      <NextStep version={current} timeZone={timeZone} />
      <p className="text-small text-muted">
        <When at={at} zone={timeZone} />
        <span>{versions.length === 1 && `, ${current.by ?? FORMER_USER}`}</span>
      </p>
      {versions.slice(0, -1).map((version, n) => (
        <Corrected key={version.id} version={version} by={versions[n + 1]} timeZone={timeZone} />
      ))}
    </HistoryItem>
  )
}

const FORMER_USER = 'former user'

type CorrectedProps = { version: AttemptVersion; by: AttemptVersion | undefined; timeZone: string }

/** The outcome as it was said before, and who corrected it. */
function Corrected({ version, by, timeZone }: CorrectedProps) {
  return (
    <div className="mt-1.5 text-small text-muted">
      <s>
        <span className="sr-only">{'Corrected: '}</span>
        <span>{outcomeText(version)}</span>
        <NextStep version={version} timeZone={timeZone} />
      </s>
      <p>
        <span>{`${version.by ?? FORMER_USER}, corrected by ${by?.by ?? FORMER_USER}, `}</span>
        {by && <When at={by.createdAt} />}
      </p>
    </div>
  )
}

function NextStep({ version, timeZone }: { version: AttemptVersion; timeZone: string }) {
  const next = nextStepText(version, timeZone, useReaderZone())
  return next && <span className="block">{next}</span>
}

/** `Neighbor: Sam`. */
function outcomeText({ outcome, name }: Outcome): string {
  const { label } = OUTCOME_RULES[outcome]
  return name === null ? label : `${label}: ${name}`
}
