import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import Printer from 'lucide-react/icons/printer'
import { SHOP_NOTES_MAX } from '#domain/limits.ts'
import { PAYMENT_STATUS_COLOURS, shopOrderIsLive } from '#domain/order-status.ts'
import { DetailPage } from '#src/admin/ui/detail-page.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { Timeline } from '#src/admin/ui/timeline.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { AboutOrder } from './about-order.tsx'
import { AboutShop } from './about-shop.tsx'
import { Contacts } from './contacts.tsx'
import { FloristLink } from './florist-link.tsx'
import { Over } from './over.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { type ShopOrderDetail as Detail, setShopNotes, shopOrderQuery } from './queries.ts'
import { SavedText } from './saved-text.tsx'
import { Share } from './share.tsx'
import { ShopOrderStatus } from './shop-order-status.tsx'
import { shortId } from './short-id.ts'
import { SpecialInstructions } from './special-instructions.tsx'
import { StatusButtons } from './status-buttons.tsx'
import { Unassign } from './unassign.tsx'

const route = getRouteApi('/admin/shop-orders/$id')

const LABELS = {
  shopNotes: 'Shop notes',
  specialInstructions: 'Special instructions',
  paymentReference: 'Payment reference',
}

/** §2, Shop order detail. */
export function ShopOrderDetail() {
  const { id } = route.useParams()
  return (
    <DetailPage
      list={{ label: 'Shop Orders', to: '/admin/shop-orders' }}
      query={useQuery(shopOrderQuery(id))}
      missing={`Failed to load shop order with ID ${id}`}
      title={(record) => `Shop Order ${shortId(record.id)}`}
      lead={(record) => <Lead record={record} />}
      actions={(record) => <Actions record={record} />}
    >
      {(record) => (
        <>
          <Over record={record} />
          <div className="sheets" data-columns="2">
            <div className="sheets">
              <AboutOrder order={record.order} />
              <StatusButtons record={record} />
              <Share record={record} />
              <SpecialInstructions record={record} />
            </div>
            <div className="sheets">
              <AboutShop shop={record.shop} />
              <FloristLink record={record} />
              <div className="sheet">
                <SavedText
                  record={record}
                  name="shopNotes"
                  label="Shop notes"
                  hint="For the house only: the florist does not see them."
                  max={SHOP_NOTES_MAX}
                  rows={4}
                  submit="Save Notes"
                  save={({ id, version }, shopNotes) => setShopNotes(id, { shopNotes, version })}
                  success="Shop notes updated successfully"
                  failure="Failed to update shop notes"
                />
              </div>
              <Contacts record={record} />
              <Timeline events={record.events} labels={LABELS} />
            </div>
          </div>
          <PrintSheet record={record} />
        </>
      )}
    </DetailPage>
  )
}

function Lead({ record }: { record: Detail }) {
  return (
    <span className="badges mt-1.5">
      <ShopOrderStatus {...record} />
      <StatusBadge status={record.paymentStatus} palette={PAYMENT_STATUS_COLOURS}>
        {record.paymentStatus === 'paid' ? 'Shop paid' : 'Shop not paid'}
      </StatusBadge>
      {record.order.isSample && <StatusBadge status="sample" />}
      <span>
        Created <When at={record.createdAt} />
      </span>
    </span>
  )
}

function Actions({ record }: { record: Detail }) {
  const movable = shopOrderIsLive(record) && record.status !== 'delivered'
  return (
    <>
      <Button type="button" look="quiet" onClick={() => print()}>
        <Printer aria-hidden />
        Print
      </Button>
      {movable && (
        <>
          <LinkButton
            to="/admin/assign-orders/select-shop/$orderId"
            params={{ orderId: record.order.id }}
            search={{ replaces: record.id }}
            look="quiet"
          >
            Reassign
          </LinkButton>
          <Unassign record={record} />
        </>
      )}
    </>
  )
}
