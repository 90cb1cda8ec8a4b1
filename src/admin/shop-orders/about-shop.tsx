import { Link } from '@tanstack/react-router'
import { MailLink, PhoneLink } from '#src/admin/ui/contact-links.tsx'
import { Fact, Facts } from '#src/admin/ui/facts.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import type { ShopOrderDetail } from './queries.ts'

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
        <Fact term="Phone">{shop.phone && <PhoneLink phone={shop.phone} />}</Fact>
        <Fact term="Email">{shop.email && <MailLink email={shop.email} />}</Fact>
      </Facts>
    </section>
  )
}
