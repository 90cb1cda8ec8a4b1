import { Link, useSearch } from '@tanstack/react-router'
import { Banner } from './banner.tsx'
import { ignoredParts, withoutUnknown } from './routing.ts'

/**
 * Says which parts of the address the list does not know, and so ignores, with a way to be rid of them.
 * @param props.also what the API ignored
 */
export function IgnoredNotice({ also = [] }: { also?: readonly string[] | undefined }) {
  const ignored = [...new Set([...ignoredParts(useSearch({ strict: false })), ...also])]
  if (ignored.length === 0) return null
  return (
    <Banner tone="butter" role="status">
      <p className="min-w-0 flex-1 wrap-anywhere">
        {`Ignored, because it is unknown here: ${ignored.join(', ')}`}
      </p>
      <Link to="." search={withoutUnknown} replace className="link">
        Dismiss
      </Link>
    </Banner>
  )
}
