import { Link } from '@tanstack/react-router'
import { formatMoney } from '#domain/money.ts'
import type { OrderDetail } from './queries.ts'

/** What was bought and what it came to (§2, Order detail). */
export function OrderBill({ order }: { order: OrderDetail }) {
  const { items, subtotalCents, deliveryFeeCents, taxCents, discountCents, totalCents, refundedCents } = order
  return (
    <section className="sheet" aria-labelledby="items">
      <h2 id="items" className="sheet-title">
        Items
      </h2>
      {items.length === 0 && <p className="mb-3 text-muted">This order has no items.</p>}
      <table className="bill">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Price</th>
            <th scope="col">
              <span aria-hidden>Qty</span>
              <span className="sr-only">Quantity</span>
            </th>
            <th scope="col">Subtotal</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, productId, title, sku, priceAtPurchaseCents, quantity, subtotalCents }) => (
            <tr key={id}>
              <td>
                {productId === null ? (
                  title
                ) : (
                  <Link className="link" to="/admin/products/$id" params={{ id: productId }}>
                    {title}
                  </Link>
                )}
                <span className="block text-small text-muted">{sku}</span>
              </td>
              <td>{formatMoney(priceAtPurchaseCents)}</td>
              <td>{quantity}</td>
              <td>{formatMoney(subtotalCents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum label="Subtotal" cents={subtotalCents} />
          <Sum label="Delivery fee" cents={deliveryFeeCents} />
          <Sum label="Tax" cents={taxCents} />
          {discountCents > 0 && <Sum label="Discount" cents={-discountCents} />}
          <Sum label="Total" cents={totalCents} strong />
          {refundedCents > 0 && (
            <>
              <Sum label="Refunded" cents={-refundedCents} />
              <Sum label="Kept" cents={totalCents - refundedCents} strong />
            </>
          )}
        </tfoot>
      </table>
    </section>
  )
}

function Sum({ label, cents, strong = false }: { label: string; cents: number; strong?: boolean }) {
  return (
    <tr className={strong ? 'strong' : undefined}>
      <th scope="row" colSpan={3} className={strong ? 'strong text-ink' : undefined}>
        {label}
      </th>
      <td>{formatMoney(cents)}</td>
    </tr>
  )
}
