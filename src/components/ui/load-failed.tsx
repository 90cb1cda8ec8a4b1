import { Button } from './button.tsx'
import { HiddenFields } from './hidden-fields.tsx'

/**
 * §8: the catalogue did not come. A form that asks for the same address again is a reload that needs no JavaScript.
 * @param props.address the page that failed
 */
export function LoadFailed({ address }: { address: URL }) {
  return (
    <form action={address.pathname} className="notice notice-rose" role="alert">
      <HiddenFields fields={Object.fromEntries(address.searchParams)} />
      <div className="grid gap-4">
        <p>Failed to load products. Please try again later.</p>
        <Button type="submit" look="quiet" className="justify-self-start">
          Try Again
        </Button>
      </div>
    </form>
  )
}
