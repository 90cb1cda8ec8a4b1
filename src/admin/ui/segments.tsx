type Option<Value> = { value: Value; label: string }

type SegmentsProps<Value> = {
  /** What is chosen between. */
  label: string
  name: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few, all in sight: a list's filter. */
export function Segments<Value>({ label, name, options, value, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className="segments">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.label}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
