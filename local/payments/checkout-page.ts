import { html } from 'hono/html'
import { formatMoney } from '#domain/money.ts'
import { SITE } from '#domain/site.ts'
import { type Markup, page } from '#local/page.ts'
import { type CardEntry, type CardErrors, type CardField, TEST_CARDS } from './cards.ts'
import { CHECKOUT_SCRIPT, CHECKOUT_STYLES } from './checkout-look.ts'
import type { Session } from './shapes.ts'
import type { Checkout } from './store.ts'

export interface CheckoutView {
  session: Session
  checkout: Checkout
  /** Names this page, so that its second submission is recognized. */
  form: string
  entry: CardEntry
  errors: CardErrors
  /** Why the card that was tried did not pay. */
  declined: string | null
}

const STRIP = html`<header class="strip"><b>Test</b>Local page. No card is ever charged.</header>`

/** The payment form of an open session. */
export function checkoutPage(view: CheckoutView): Markup {
  const total = formatMoney(view.session.amount_total)
  const wrong = view.declined !== null || Object.keys(view.errors).length > 0
  return page(
    {
      title: `${wrong ? 'Error: ' : ''}Pay ${SITE.brand} ${total}`,
      styles: CHECKOUT_STYLES,
      script: CHECKOUT_SCRIPT,
    },
    html`${STRIP}
      <main class="checkout">
        <section class="half summary" aria-label="Order summary"><div class="inner">
          ${view.session.cancel_url ? backLink(view.session.cancel_url) : ''}
          <h1>
            <span class="shop">Pay ${SITE.brand}</span>
            <span class="total amount">${total}</span>
          </h1>
          ${lines(view)}
          <p class="sum"><span>Total</span><span class="amount">${total}</span></p>
        </div></section>
        <section class="half pay" aria-label="Payment"><div class="inner">
          <h2>Pay by card</h2>
          ${view.session.customer_email ? html`<p class="contact">Receipt goes to ${view.session.customer_email}</p>` : ''}
          ${alert(view)} ${cardForm(view, total)} ${testCards()}
        </div></section>
      </main>`,
  )
}

/** The page of a session that is not to be paid (any more), with a way back to the shop. */
export function closedPage(what: 'complete' | 'expired' | 'unknown', backTo: string | null): Markup {
  const sayings: Record<typeof what, [title: string, text: string]> = {
    complete: [
      'This checkout is complete',
      `It’s paid, or the payment is being processed. Nothing was charged twice.`,
    ],
    expired: [
      'This checkout has expired',
      `It wasn’t paid in time, and nothing was charged. Start again at ${SITE.brand}.`,
    ],
    unknown: ['Checkout not found', `The address is incomplete, or this checkout was deleted.`],
  }
  const [title, text] = sayings[what]
  return page(
    { title, styles: CHECKOUT_STYLES },
    html`${STRIP}
      <main class="closed"><div>
        <h1>${title}</h1>
        <p class="muted">${text}</p>
        ${backTo ? html`<a class="button primary" href="${backTo}">Back to ${SITE.brand}</a>` : ''}
      </div></main>`,
  )
}

function backLink(href: string): Markup {
  return html`<a class="back" href="${href}"
    ><svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="M10 3 5 8l5 5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>Back</a
  >`
}

function lines({ checkout }: CheckoutView): Markup {
  return html`<ul class="lines">
    ${checkout.lines.map(
      ({ name, description, picture, quantity, amount }) => html`<li ${picture ? '' : html`class="plain"`}>
        ${picture ? html`<img src="${picture}" alt="" />` : ''}
        <span>
          <span class="name">${name}</span>
          ${quantity > 1 ? html`<span class="muted"> × ${quantity}</span>` : ''}
          ${description ? html`<span class="description muted">${description}</span>` : ''}
        </span>
        <span class="amount">${formatMoney(amount)}</span>
      </li>`,
    )}
  </ul>`
}

function alert({ declined, errors }: CheckoutView): Markup | '' {
  if (declined !== null) return html`<p class="alert" role="alert" id="declined">${declined}</p>`
  const count = Object.keys(errors).length
  if (count === 0) return ''
  return html`<p class="alert" role="alert">${count === 1 ? 'One thing needs' : `${count} things need`} another look.</p>`
}

function cardForm(view: CheckoutView, total: string): Markup {
  return html`<form method="post" novalidate>
    <input type="hidden" name="form" value="${view.form}" />
    ${field(view, 'number', 'Card number', 'cc-number', '1234 1234 1234 1234')}
    <div class="row">
      ${field(view, 'expiry', 'Expiry', 'cc-exp', 'MM/YY')} ${field(view, 'cvc', 'CVC', 'cc-csc', '123')}
    </div>
    ${field(view, 'name', 'Name on card', 'cc-name', '')}
    <button class="primary">Pay ${total}</button>
  </form>`
}

/** The first field that is wrong has the focus; after a decline, the card number, which the message then describes. */
function field(
  view: CheckoutView,
  name: CardField,
  label: string,
  autocomplete: string,
  placeholder: string,
): Markup {
  const problem = view.errors[name]
  const [firstWrong = null] = Object.keys(view.errors)
  const focused = view.declined !== null ? name === 'number' : name === firstWrong
  const describedBy = problem
    ? `${name}-problem`
    : view.declined !== null && name === 'number'
      ? 'declined'
      : null
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}" name="${name}" value="${view.entry[name]}" placeholder="${placeholder}" autocomplete="${autocomplete}"
      ${name === 'name' ? '' : html`inputmode="numeric"`} required
      ${problem ? html`aria-invalid="true"` : ''} ${describedBy ? html`aria-describedby="${describedBy}"` : ''}
      ${focused ? html`autofocus` : ''}
    />
    ${problem ? html`<p class="problem" id="${name}-problem">${problem}</p>` : ''}
  </div>`
}

function testCards(): Markup {
  return html`<aside class="hints" aria-label="Test cards">
    <h3>Test cards</h3>
    <ul>
      ${TEST_CARDS.map(({ number, says }) => html`<li><code data-card>${number}</code><span class="muted">${says}</span></li>`)}
    </ul>
    <p class="muted">
      With any date to come, any three digits and any name. What comes of it shows on the
      <a href="/">operator page</a>.
    </p>
  </aside>`
}
