import { gradeOf } from '#domain/grades.ts'

const LEVELS = [1, 2, 3] as const

/** Draws the severity of a mess-up in petals. The title says it in words, so this is only drawn. */
export function Meter({ sku }: { sku: string }) {
  const level = gradeOf(sku)?.level ?? 0
  return (
    <svg aria-hidden="true" viewBox="0 0 54 18" className="h-4.5 w-auto text-rose">
      {LEVELS.map((at) => (
        <path
          key={at}
          transform={`translate(${(at - 1) * 18 + 9} 9)`}
          d="M0-8C5-4 5 4 0 8-5 4-5-4 0-8Z"
          fill={at <= level ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="1.25"
        />
      ))}
    </svg>
  )
}
