/** The place of something that is still being loaded. `className` gives it the size of what will come. */
export function Skeleton({ className }: { className: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />
}
