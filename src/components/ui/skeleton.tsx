/** The place of something that is still being loaded, between words, too. `className` gives it the size of what will come. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`skeleton ${className}`} aria-hidden="true" />
}
