import type { DemandAnswer } from '#api/waitlist/schema.ts'

const NUMBERS = [
  { key: 'waiting', label: 'Waiting', words: 'still to hear from us' },
  { key: 'notified', label: 'Told', words: 'that we deliver there now' },
  { key: 'boughtSince', label: 'Bought since', words: 'after they asked' },
] as const

/** The whole waitlist in three numbers; undefined while they load. */
export function DemandNumbers({ numbers }: { numbers: DemandAnswer['all'] | undefined }) {
  return (
    <dl className="numbers" aria-busy={numbers === undefined || undefined}>
      {NUMBERS.map(({ key, label, words }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            {numbers ? (
              <b>{numbers[key].toLocaleString('en-US')}</b>
            ) : (
              <span className="skeleton inline-block h-7 w-12" />
            )}{' '}
            <span>{words}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
