import { useQueryClient } from '@tanstack/react-query'
import { RANG } from '#domain/florist-devices.ts'
import { Card } from '#src/admin/ui/card.tsx'
import { ConfirmButton } from '#src/admin/ui/confirm-dialog.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { removeDevice, type ShopDetail } from './queries.ts'
import { SHOP } from './shared.tsx'

/** The phones that ring for a shop; nothing where no phone can ring and none did. */
export function Phones({ shop: { id, phones, rings, emailOnly } }: { shop: ShopDetail }) {
  const cache = useQueryClient()
  if (!rings.push && phones.length === 0) return null
  return (
    <Card title="Phones that ring">
      {phones.length === 0 ? (
        <p className="text-muted">
          {`${emailOnly ? 'Email only. ' : ''}A florist adds a phone on the page of an order.`}
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {phones.map(({ id: deviceId, name, createdAt, lastRungAt, lastAnswer }) => (
            <li key={deviceId} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0">
              <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <p className="font-semibold">{name}</p>
                <p className="text-small text-muted">
                  Since <When at={createdAt} />
                </p>
                <p className="text-small text-muted">
                  {lastRungAt ? (
                    <>
                      <span>{'Last ring: '}</span>
                      <When at={lastRungAt} />
                      {lastAnswer !== null && lastAnswer !== RANG && <span>{` (${lastAnswer})`}</span>}
                    </>
                  ) : (
                    'Not rung yet'
                  )}
                </p>
              </div>
              <ConfirmButton
                label={(ask) => (
                  <button type="button" className="link min-h-6" onClick={ask}>
                    Remove<span className="sr-only">{` ${name}`}</span>
                  </button>
                )}
                title="Remove this phone?"
                action="Remove"
                run={() => removeDevice(id, deviceId)}
                onDone={() => cache.invalidateQueries({ queryKey: SHOP.touches })}
              >
                <p>
                  <b>{name}</b> will no longer ring for new orders. The florist can add it again.
                </p>
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
