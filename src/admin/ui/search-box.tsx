import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'

/** Nobody types faster than this between two words. */
const REST_MS = 300

type SearchBoxProps = {
  label: string
  /** What is searched for now, as the address has it. */
  value: string
  /** Told once typing rests, or at once on Enter. */
  onSearch: (value: string) => void
}

/** The search box of a list. It follows the address (back and forward), and never overtakes what is being typed. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  const tell = (next: string) => {
    if (next.trim() === told.current) return
    told.current = next.trim()
    onSearch(told.current)
  }
  const list = useRef(window.location.pathname)
  useEffect(() => {
    const timer = setTimeout(() => {
      // Whoever has pressed a row meanwhile is on the way there: they are not called back.
      if (window.location.pathname === list.current) tell(typed)
    }, REST_MS)
    return () => clearTimeout(timer)
  })
  return (
    <search className="relative max-w-112 flex-[1_1_16rem]">
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
        onKeyDown={(event) => event.key === 'Enter' && tell(typed)}
      />
    </search>
  )
}
