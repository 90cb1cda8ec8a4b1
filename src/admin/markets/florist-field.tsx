import { useWatch } from 'react-hook-form'
import type { MarketFormInput } from '#api/markets/schema.ts'
import { TAKES_ORDERS_WITHOUT_FLORIST, takesOrdersWithoutFlorist } from '#domain/market-orders.ts'
import { FormCheck } from '#src/admin/ui/form-fields.tsx'
import { FormPart, FormPartTitle } from '#src/admin/ui/form-layout.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { MARKET_LABELS } from './shared.tsx'

/** Asks if a market is closed while it has no florist, and says what it does as the form is now. */
export function FloristField({ hasFlorist }: { hasFlorist: boolean }) {
  const [pausedReason, zipCodes, closedWithoutFlorist = false] = useWatch<
    MarketFormInput,
    ['pausedReason', 'zipCodes', 'closedWithoutFlorist']
  >({ name: ['pausedReason', 'zipCodes', 'closedWithoutFlorist'] })
  const market = { pausedReason, closedWithoutFlorist, hasFlorist, hasZipCodes: zipCodes.length > 0 }
  return (
    <FormPart>
      <FormPartTitle>Without a florist</FormPartTitle>
      <FormCheck
        name="closedWithoutFlorist"
        label={MARKET_LABELS.closedWithoutFlorist}
        hint="While none of its shops is active, it takes no orders, and shoppers can join the waitlist. It opens by itself when one is."
      />
      {takesOrdersWithoutFlorist(market) && (
        <p>
          <StatusBadge status="pending">{TAKES_ORDERS_WITHOUT_FLORIST}</StatusBadge>
        </p>
      )}
    </FormPart>
  )
}
