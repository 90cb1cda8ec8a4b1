import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MADE_MAX, MADE_MIN } from '#domain/photos.ts'
import { HidePhoto } from '#src/admin/orders/hide-photo.tsx'
import { Card } from '#src/admin/ui/card.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { type MadePhoto, madeQuery } from './queries.ts'

/** The photographs of the week, as shoppers see them below the bouquets. */
export function MadeThisWeek({ productId }: { productId: string }) {
  const query = useQuery(madeQuery(productId))
  return (
    <Card title="Made this week">
      <QueryError query={query} fallback="Failed to load photos" />
      {query.data && <Photos photos={query.data.photos} />}
    </Card>
  )
}

function Photos({ photos }: { photos: readonly MadePhoto[] }) {
  const shown = photos.filter(({ isShown }) => isShown).length
  return (
    <>
      <p className="text-muted">
        {shown > 0
          ? `Shoppers see ${shown} photos of this bouquet: the newest of each order, ${MADE_MAX} at most.`
          : `Shoppers see no photos of this bouquet. They do once ${MADE_MIN} orders of the last seven days have one that isn’t hidden, from shops that agreed.`}
      </p>
      {photos.length > 0 && (
        <ul className="mt-4 grid grid-cols-2 gap-4 sm:max-lg:grid-cols-4">
          {photos.map((photo) => (
            <li key={photo.id}>
              <img
                className={`aspect-4/5 h-auto w-full rounded-field bg-blush object-cover ${photo.isShown ? '' : 'opacity-50'}`}
                src={photo.url}
                alt={`Bouquet by ${photo.shop}`}
                width="240"
                height="300"
                loading="lazy"
              />
              <p className="mt-1.5 font-semibold wrap-anywhere">{photo.shop}</p>
              <p className="text-small text-muted">
                <When at={photo.takenAt} />
              </p>
              <p className="text-small">{stateOf(photo)}</p>
              <p className="flex flex-wrap items-center gap-x-3">
                <HidePhoto id={photo.id} isHidden={photo.isHidden} />
                <Link className="link" to="/admin/orders/$id" params={{ id: photo.orderId }}>
                  {photo.orderReference}
                </Link>
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function stateOf({ isShown, isHidden }: MadePhoto): string {
  if (isHidden) return 'Hidden'
  return isShown ? 'Shoppers see it' : 'Not among those shown'
}
