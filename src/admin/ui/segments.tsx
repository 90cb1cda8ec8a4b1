type Option<Value> = { value: Value; label: string }

type SegmentsProps<Value> = {
  /** The name of the choice. */
  label: string
  name: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few, all in sight: a list's filter. */
export function Segments<Value>({ label, name, options, value, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className="inline-flex rounded-field border-[1.5px] border-edge bg-card p-[0.1875rem] in-[form]:self-start">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.label} className="relative flex">
          <input
            type="radio"
            // It lies over its text, so that it is as large.
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className="flex items-center rounded-[7px] px-3.5 py-1 font-medium text-muted transition-colors duration-150 peer-checked:bg-blush peer-checked:font-semibold peer-checked:text-rose-deep peer-hover:not-peer-checked:text-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-1 peer-focus-visible:outline-rose-deep pointer-coarse:min-h-9.5 forced-colors:peer-checked:bg-[SelectedItem] forced-colors:peer-checked:text-[SelectedItemText] forced-colors:peer-checked:forced-color-adjust-none">
            {option.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
