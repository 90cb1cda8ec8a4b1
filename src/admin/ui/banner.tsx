import type { ComponentProps } from 'react'

const TONES = {
  rose: 'border-rose bg-rose-tint text-rose-deep',
  butter: 'border-butter-line bg-butter-tint',
  stem: 'border-stem-line bg-stem-pale text-stem-deep',
}

/**
 * A message above what it is about.
 * @param props.className the space below it; none where the parent has a gap
 */
export function Banner({
  tone = 'rose',
  className = 'mb-4',
  ...rest
}: ComponentProps<'section'> & { tone?: keyof typeof TONES }) {
  return (
    <section
      {...rest}
      className={`flex flex-wrap items-start gap-3 rounded-field border px-4 py-3.5 [&>svg]:mt-px [&>svg]:size-5 [&>svg]:flex-none ${TONES[tone]} ${className}`}
    />
  )
}

/** Buttons and links below a banner's text. */
export function BannerActions(props: ComponentProps<'div'>) {
  return <div {...props} className="mt-3 flex flex-wrap gap-2 empty:hidden" />
}
