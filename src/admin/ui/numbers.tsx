type NumbersProps = {
  /** `value` is undefined while it loads, `unit` stands after it. */
  numbers: readonly { term: string; value: string | undefined; unit: string }[]
}

/** Numbers that are compared with one another. */
export function Numbers({ numbers }: NumbersProps) {
  return (
    <dl
      className="grid rounded-card border border-line bg-card sm:auto-cols-[minmax(0,1fr)] sm:grid-flow-col"
      aria-busy={numbers.some(({ value }) => value === undefined) || undefined}
    >
      {numbers.map(({ term, value, unit }) => (
        <div
          key={term}
          className="flex items-baseline justify-between gap-x-4 border-line px-5 py-3 not-first:border-t sm:flex-col sm:items-start sm:justify-start sm:py-4 sm:not-first:border-t-0 sm:not-first:border-l"
        >
          <dt className="text-label font-semibold text-muted">{term}</dt>
          <dd className="text-right sm:text-left">
            {value === undefined ? (
              <span className="skeleton inline-block h-7 w-20" />
            ) : (
              <b className="text-[1.5rem] leading-tight font-semibold tabular-nums">{value}</b>
            )}
            <span className="text-small text-muted">{` ${unit}`}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
