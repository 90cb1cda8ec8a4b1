import { useQueryClient } from '@tanstack/react-query'
import { PHOTO_NAMES } from '#domain/photos.ts'
import { Card } from '#src/admin/ui/card.tsx'
import { ConfirmButton } from '#src/admin/ui/confirm-dialog.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { deletePhoto, type OrderDetail, orderChanged } from './queries.ts'

type Photo = OrderDetail['photos'][number]

/** The photographs that florists took of an order; nothing without one. */
export function OrderPhotos({ orderId, photos }: { orderId: string; photos: readonly Photo[] }) {
  if (photos.length === 0) return null
  return (
    <Card title="Photos">
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {photos.map((photo) => (
          <li key={photo.id}>
            <a href={photo.url} target="_blank" rel="noopener">
              <img
                className="aspect-square h-auto w-full rounded-field bg-blush object-cover"
                src={photo.url}
                alt={PHOTO_NAMES[photo.step]}
                width="240"
                height="240"
              />
            </a>
            <p className="mt-1.5 font-semibold">{PHOTO_NAMES[photo.step]}</p>
            <p className="text-small text-muted">
              <When at={photo.takenAt} />
            </p>
            <DeletePhoto orderId={orderId} photo={photo} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function DeletePhoto({ orderId, photo }: { orderId: string; photo: Photo }) {
  const cache = useQueryClient()
  return (
    <ConfirmButton
      label="Delete"
      danger
      title="Delete this photo?"
      action="Delete photo"
      run={() => deletePhoto(orderId, photo.id)}
      onDone={async () => {
        await orderChanged(cache)
        notify.success('The photo was deleted')
      }}
      failure="Failed to delete the photo"
    >
      <p>
        This cannot be undone. Neither the buyer nor the florist sees it any more. The order’s log keeps that
        there was one.
      </p>
    </ConfirmButton>
  )
}
