import { useMemo } from 'react'
import { encode } from 'uqr'

/** The light frame that readers need, in modules. */
const QUIET_ZONE = 2

/** A QR code as one path. @param text what it says */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { border: QUIET_ZONE })
    const runs = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    return { size, path: runs.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      className="size-50 flex-none rounded-field border border-line bg-white text-black"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="currentColor" d={path} />
    </svg>
  )
}
