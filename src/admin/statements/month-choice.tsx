import { useNavigate } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { addMonths, monthName } from '#domain/statement.ts'
import { LinkButton } from '#src/admin/ui/link-button.tsx'

/** How far back the list goes; older ones have their address. */
const OFFERED = 24

/** The month, one back, one on, or any of the last two years. @param month `YYYY-MM` */
export function MonthChoice({ shopId, month, now }: { shopId: string; month: string; now: string }) {
  const navigate = useNavigate()
  const latest = Array.from({ length: OFFERED }, (_, at) => addMonths(now, -at))
  const months = latest.includes(month) ? latest : [month, ...latest].toSorted().toReversed()
  return (
    <nav className="list-tools items-center" aria-label="Months">
      <Step shopId={shopId} month={addMonths(month, -1)}>
        <ChevronLeft aria-hidden />
      </Step>
      <select
        className="control w-auto figures"
        aria-label="Month"
        value={month}
        onChange={({ target }) => navigate({ to: '.', search: { month: target.value } })}
      >
        {months.map((each) => (
          <option key={each} value={each}>
            {monthName(each)}
          </option>
        ))}
      </select>
      {month < now && (
        <Step shopId={shopId} month={addMonths(month, 1)}>
          <ChevronRight aria-hidden />
        </Step>
      )}
    </nav>
  )
}

function Step({ shopId, month, children }: { shopId: string; month: string; children: ReactNode }) {
  return (
    <LinkButton
      to="/admin/shops/$id/statement"
      params={{ id: shopId }}
      search={{ month }}
      look="quiet"
      className="px-2.5"
      aria-label={monthName(month)}
    >
      {children}
    </LinkButton>
  )
}
