import { useNavigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Without a key for this long, typing has paused. */
const PAUSE_MS = 300

type SearchBoxProps = {
  label: string
  /** The current search, as the address has it. */
  value: string
}

/**
 * The search box of a list, which searches once typing pauses, or at once on Enter. It follows the address (back and forward),
 * and never overtakes what is being typed.
 */
export function SearchBox({ label, value }: SearchBoxProps) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setTyped(value)
  }, [value])
  const report = (next: string) => {
    if (next.trim() === reported.current) return
    const q = next.trim()
    reported.current = q
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => ({ ...now, q: q || undefined, page: undefined }),
      replace: true,
    })
  }
  const list = useRef<string>(undefined)
  const pause = useEffectEvent((next: string) => {
    // A row that was pressed meanwhile is being opened: a search would navigate away from it.
    if (window.location.pathname === list.current) report(next)
  })
  useEffect(() => {
    list.current ??= window.location.pathname
    const timer = setTimeout(pause, PAUSE_MS, typed)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <search className="relative max-w-112 flex-[1_1_10rem] md:flex-[1_1_16rem]">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        className="control pl-9.5"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && report(typed)}
      />
    </search>
  )
}
