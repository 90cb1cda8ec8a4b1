import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChangeHistory } from '#src/admin/ui/change-history.tsx'
import { MailLink, PhoneLink } from '#src/admin/ui/contact-links.tsx'
import { DetailPage } from '#src/admin/ui/detail-page.tsx'
import { Fact, Facts } from '#src/admin/ui/facts.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { shopQuery } from './queries.ts'
import { shopDeletion } from './shop-deletion.tsx'
import { SHOP_LABELS } from './shop-labels.ts'
import { ShopOrders } from './shop-orders.tsx'

const route = getRouteApi('/admin/shops/$id')

/** §2, Shop detail card. */
export function ShopDetail() {
  const { id } = route.useParams()
  const { page } = route.useSearch()
  return (
    <DetailPage
      list={{ label: 'Shops', to: '/admin/shops' }}
      query={useQuery(shopQuery(id))}
      missing="Shop not found"
      title={({ name }) => name}
      edit={{ label: 'Edit Shop', target: { to: '/admin/shops/$id/edit', params: { id } } }}
      deletion={shopDeletion}
      actions={() => (
        <LinkButton to="/admin/shops/$id/statement" params={{ id }} look="quiet">
          Statement
        </LinkButton>
      )}
    >
      {(shop) => (
        <div className="sheets" data-columns="2">
          <section className="sheet" aria-label="Shop">
            <Facts>
              <Fact term="Name">{shop.name}</Fact>
              <Fact term="Market">
                <Link className="link" to="/admin/markets/$id" params={{ id: shop.marketId }}>
                  {shop.marketName}
                </Link>
              </Fact>
              <Fact term="Address">
                {`${shop.streetAddress}\n${shop.city}, ${shop.stateCode} ${shop.zip}\n${shop.stateName}`}
              </Fact>
              <Fact term="Phone">{shop.phone && <PhoneLink phone={shop.phone} />}</Fact>
              <Fact term="Email">{shop.email && <MailLink email={shop.email} />}</Fact>
              <Fact term="Status">
                {shop.active ? (
                  <StatusBadge status="active" />
                ) : (
                  <StatusBadge status="inactive">Inactive: no new orders</StatusBadge>
                )}
              </Fact>
              <Fact term="Created">
                <When at={shop.createdAt} />
              </Fact>
              <Fact term="Last updated">
                <When at={shop.updatedAt} />
              </Fact>
            </Facts>
          </section>
          <ShopOrders shopId={id} page={page} />
          <ChangeHistory changes={shop.changes} labels={SHOP_LABELS} />
        </div>
      )}
    </DetailPage>
  )
}
