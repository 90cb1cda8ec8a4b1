import { timeAgo } from '#domain/time-left.ts'
import { useMinute } from './time-left.tsx'
import { When } from './when.tsx'

/** A stamp, and for a week how long ago that is: `Jun 4, 2026 at 3:05 PM (25 min ago)`. @param at ISO instant */
export function Ago({ at }: { at: string }) {
  const ago = timeAgo(at, useMinute())
  return (
    <>
      <When at={at} />
      {ago && (
        <span>
          {' '}
          <span className="whitespace-nowrap">{`(${ago})`}</span>
        </span>
      )}
    </>
  )
}
