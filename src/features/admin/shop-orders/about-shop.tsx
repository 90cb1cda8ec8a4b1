import { Link } from '@tanstack/react-router'
import type { ShopOrderDetail } from '#src/contracts/admin/shop-orders.ts'
import { phoneDigits } from '#src/domain/phone.ts'
import { Fact, Facts } from '#src/features/admin/shared/facts.tsx'
import { StatusBadge } from '#src/features/admin/shared/status-badge.tsx'

/** Who makes it, and how to reach them. */
export function AboutShop({ shop }: { shop: ShopOrderDetail['shop'] }) {
  return (
    <section className="sheet" aria-labelledby="shop">
      <h2 id="shop" className="sheet-title badges">
        <Link className="link" to="/admin/shops/$id" params={{ id: shop.id }}>
          {shop.name}
        </Link>
        {!shop.active && <StatusBadge status="inactive" />}
      </h2>
      <Facts>
        <Fact term="Address">{`${shop.streetAddress}\n${shop.city}, ${shop.state} ${shop.zip}`}</Fact>
        <Fact term="Phone">
          {shop.phone && (
            <a className="link figures" href={`tel:+1${phoneDigits(shop.phone)}`}>
              {shop.phone}
            </a>
          )}
        </Fact>
        <Fact term="Email">
          {shop.email && (
            <a className="link" href={`mailto:${encodeURIComponent(shop.email).replace('%40', '@')}`}>
              {shop.email}
            </a>
          )}
        </Fact>
      </Facts>
    </section>
  )
}
