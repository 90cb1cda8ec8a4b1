import { html } from 'hono/html'
import { SITE } from '#domain/site.ts'
import { formatTime, LIVE_SCRIPT, type Markup, page } from '#local/page.ts'
import type { PushFaultKind, PushFaults } from './api.ts'
import { PUSH_FAULT_KINDS } from './api.ts'
import type { Phone, Ring } from './phones.ts'

const FAULT_WORDS: Record<PushFaultKind, string> = {
  none: 'Nothing: healthy',
  'error-before': '500, not taken',
  'error-after': '500, but it rings',
  'lost-answer': 'It rings, answer lost',
  hang: 'Never answers',
  slow: 'Slow answer',
  'rate-limit': '429 too many requests',
  'not-found': '404 no such subscription',
  gone: '410 subscription ended',
  'too-large': '413 too large',
  'lost-push': '201, but it never rings',
  'repeated-push': '201, and it rings twice',
}

const STYLES = `
  main { max-width: 960px; margin: 0 auto; padding: 32px 20px 64px; }
  .head { display: flex; gap: 16px; justify-content: space-between; align-items: end; }
  .phone { margin-top: 24px; padding: 16px 20px; background: var(--card); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow); }
  .phone header { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; justify-content: space-between; }
  .phone h2 { font-size: 18px; }
  .phone li { margin-top: 12px; padding-top: 12px; border-top: 1px solid var(--line); }
  .phone li pre { margin: 4px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  .phone details { margin-top: 12px; color: var(--muted); font-size: 14px; }
  .knobs { margin-top: 40px; display: grid; gap: 24px; color: var(--muted); font-size: 14px; }
  .knobs form { margin-top: 12px; display: flex; flex-wrap: wrap; gap: 12px; align-items: end; }
  .knobs form > p { flex: 1 1 150px; }
  .knobs label { font-size: 14px; color: var(--ink); }
  .knobs button { min-height: 44px; }
  .empty { margin-top: 24px; padding: 64px 24px; border: 1px dashed #cdbcb2; border-radius: 16px; text-align: center; }
  @media (max-width: 480px) { main { padding-inline: 16px; } }
`

/** A phone as the page shows it: what its browser would tell the shop, and its rings, the newest first. */
export type ShownPhone = Phone & { subscription: object; rings: Ring[] }

/** The phones with their rings. */
export function phonesPage(phones: ShownPhone[], fault: PushFaults['current']): Markup {
  return page(
    { title: `Phones (local) | ${SITE.brand}`, styles: STYLES, script: LIVE_SCRIPT },
    html`<main>
      <div id="live">
        <div class="head">
          <div>
            <h1>Phones</h1>
            <p class="muted">Pushes stay on this machine.</p>
          </div>
          ${phones.some(({ rings }) => rings.length > 0) ? html`<form method="post" action="/_local/clear"><button>Clear the rings</button></form>` : ''}
        </div>
        ${phones.length === 0 ? html`<p class="empty muted">No phone yet. Add one, and give the shop its subscription.</p>` : phones.map(phoneSection)}
      </div>
      <div class="knobs">
        <form method="post" action="/subscriptions">
          <p><label for="name">A new phone</label><input id="name" name="name" required maxlength="60" placeholder="Counter" /></p>
          <button>Add</button>
        </form>
        ${faultKnob(fault)}
      </div>
    </main>`,
  )
}

function phoneSection({ id, name, gone, subscription, rings }: ShownPhone): Markup {
  return html`<section class="phone" aria-label="${name}">
    <header>
      <h2>${name}</h2>
      ${gone ? html`<span class="badge bad">Removed</span>` : html`<form method="post" action="/_local/phones/${id}/remove"><button>Remove</button></form>`}
    </header>
    ${rings.length === 0 ? html`<p class="muted">It has not rung yet.</p>` : html`<ol>${rings.map(ringItem)}</ol>`}
    <details><summary>Its subscription</summary><pre class="code">${JSON.stringify(subscription, null, 2)}</pre></details>
  </section>`
}

function ringItem({ at, payload, topic, urgency, ttl, rang }: Ring): Markup {
  return html`<li>
    <time datetime="${at}">${formatTime(new Date(at))}</time>
    ${rang ? '' : html`<span class="badge bad">Lost on its way</span>`}
    <span class="muted">${urgency}, kept for ${ttl} s${topic === null ? '' : `, ${topic}`}</span>
    <pre class="code">${payload}</pre>
  </li>`
}

function faultKnob({ kind: current, times }: PushFaults['current']): Markup {
  const healthy = current === 'none'
  const reach =
    times === undefined ? 'until changed' : times === 1 ? 'for the next push' : `for the next ${times} pushes`
  return html`<details ${healthy ? '' : html`open`}>
    <summary>${healthy ? 'The push service is healthy' : `The push service fails ${reach}`}</summary>
    <form method="post" action="/_local/fault">
      <p><label for="kind">What goes wrong</label>
        <select id="kind" name="kind">${PUSH_FAULT_KINDS.map((kind) => html`<option value="${kind}" ${kind === current ? html`selected` : ''}>${FAULT_WORDS[kind]}</option>`)}</select>
      </p>
      <p><label for="times">How many pushes</label><input id="times" name="times" type="number" min="1" placeholder="every" /></p>
      <p><label for="ms">Slow by, or retry after, ms</label><input id="ms" name="ms" type="number" min="0" max="3600000" placeholder="2000" /></p>
      <button>Set</button>
    </form>
  </details>`
}
