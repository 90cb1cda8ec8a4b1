import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { PHOTO_GONE, PHOTO_NAMES } from '#domain/photos.ts'
import { Card } from '#src/admin/ui/card.tsx'
import { ConfirmButton } from '#src/admin/ui/confirm-dialog.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { HidePhoto } from './hide-photo.tsx'
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
            <Picture photo={photo} />
            <p className="mt-1.5 font-semibold">{PHOTO_NAMES[photo.step]}</p>
            <p className="text-small text-muted">
              <When at={photo.takenAt} />
            </p>
            <div className="flex flex-wrap items-center gap-x-3">
              {photo.shoppers !== null && <HidePhoto id={photo.id} isHidden={photo.shoppers === 'hidden'} />}
              <DeletePhoto orderId={orderId} photo={photo} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The picture, which opens in full. Its link lives some minutes: where it does not come, a new one is asked for. */
function Picture({ photo: { url, step } }: { photo: Photo }) {
  const cache = useQueryClient()
  const [failedUrl, setFailedUrl] = useState('')
  const image = useRef<HTMLImageElement>(null)
  const fail = useCallback(() => {
    setFailedUrl(url)
    void orderChanged(cache)
  }, [cache, url])
  // It may have failed before the screen was hydrated.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) fail()
  }, [fail])
  if (failedUrl === url) {
    return (
      <p className="grid min-h-24 place-items-center rounded-field bg-blush p-4 text-center text-small text-muted">
        {PHOTO_GONE}
      </p>
    )
  }
  return (
    <a href={url} target="_blank" rel="noopener">
      <img
        ref={image}
        className="aspect-square h-auto w-full rounded-field bg-blush object-cover"
        src={url}
        alt={PHOTO_NAMES[step]}
        width="240"
        height="240"
        onError={fail}
      />
    </a>
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
