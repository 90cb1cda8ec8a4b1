type NextStepProps = {
  /** The page that is likely to come next, as it will be asked for. Asking for it must change nothing. */
  href: string | undefined
}

/** Lets the browser get the next page while the visitor is still deciding (public/speculation-rules.json). Nobody sees it. */
export function NextStep({ href }: NextStepProps) {
  if (!href) return null
  // biome-ignore lint/a11y/useAnchorContent: a hint for the browser; people press the button.
  return <a rel="next" href={href} style={{ position: 'absolute' }} tabIndex={-1} aria-hidden="true" />
}
