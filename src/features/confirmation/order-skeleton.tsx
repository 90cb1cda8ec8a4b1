import { Skeleton } from '#src/components/ui/skeleton.tsx'

/** The shape of the confirmation while it is looked up. */
export function OrderSkeleton() {
  return (
    <div className="grid items-start gap-10 md:grid-cols-[1fr_minmax(19rem,26rem)] md:gap-16">
      <div>
        <h1 className="text-heading">Thank you</h1>
        <p className="mt-4 text-lead text-muted" role="status">
          Looking up your order…
        </p>
        <Skeleton className="mt-8 aspect-4/5 w-full max-w-80 md:max-w-96" />
      </div>
      <div className="slip grid gap-4" aria-hidden="true">
        <Skeleton className="h-4 w-32" />
        {['w-full', 'w-5/6', 'w-full', 'w-2/3', 'w-full'].map((width, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list of bars
          <Skeleton key={i} className={`h-5 ${width}`} />
        ))}
      </div>
    </div>
  )
}
