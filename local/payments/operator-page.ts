import { html } from 'hono/html'
import { SITE } from '#domain/site.ts'
import type { FaultKind } from '#local/faults.ts'
import { LIVE_SCRIPT, type Markup, page } from '#local/page.ts'
import type { Operation } from './endpoints.ts'
import { eventItem, sessionItem } from './operator-items.ts'
import { OPERATOR_STYLES } from './operator-look.ts'
import type { State } from './state.ts'

const FAULT_WORDS: Record<FaultKind, string> = {
  none: 'Nothing: healthy',
  'error-before': '500 before taking effect',
  'error-after': '500 after taking effect',
  'lost-answer': 'Takes effect, answer is lost',
  hang: 'Never answers',
  slow: 'Slow answer',
  'rate-limit': '429 too many requests',
}
const OPERATION_WORDS: Record<Operation | 'all', string> = {
  all: 'All calls',
  create: 'Create a session',
  retrieve: 'Retrieve and list sessions',
  expire: 'Expire a session',
  refunds: 'Refunds',
  other: 'Everything else',
}

/** Sessions and events, newest first, and the switches that make the provider misbehave. */
export function operatorPage(state: State): Markup {
  return page(
    { title: `Payments (local) | ${SITE.brand}`, styles: OPERATOR_STYLES, script: LIVE_SCRIPT },
    html`<main>
      <header>
        <h1>Payments</h1>
        <p class="muted">Stands in for the payment provider on this machine. Events go to <span class="code">${state.webhooks.url}</span></p>
      </header>
      <div class="knobs">${webhookKnob(state)} ${faultKnob(state)}</div>
      <div class="lists" id="live">
        <section aria-labelledby="sessions">
          <h2 id="sessions">Sessions</h2>
          ${counted(state.sessions.length, state.totals.sessions)}
          ${state.sessions.length === 0 ? empty('No checkout yet. Order a bouquet, and it shows up here.') : ''}
          <ol>${state.sessions.map((session) => sessionItem(session, state))}</ol>
        </section>
        <section aria-labelledby="events">
          <h2 id="events">Events</h2>
          ${counted(state.events.length, state.totals.events)}
          ${state.events.length === 0 ? empty('No events yet. Payments, expiries and refunds send events.') : ''}
          <ol>${state.events.map((event) => eventItem(event, state))}</ol>
        </section>
      </div>
    </main>`,
  )
}

function webhookKnob({ webhooks: { enabled } }: State): Markup {
  return html`<section>
    <h2>Webhooks ${enabled ? html`<span class="badge good">On</span>` : html`<span class="badge bad">Off</span>`}</h2>
    <p class="muted">${enabled ? 'Events go out at once, and again until they are taken.' : 'Events wait here until you send them.'}</p>
    <form method="post" action="/_local/webhooks">
      <input type="hidden" name="enabled" value="${String(!enabled)}" />
      <button>${enabled ? 'Hold all webhooks' : 'Let webhooks go'}</button>
    </form>
  </section>`
}

function faultKnob({ fault }: State): Markup {
  const healthy = fault.kind === 'none'
  const reach =
    fault.times === undefined
      ? 'until changed'
      : fault.times === 1
        ? 'next call'
        : `next ${fault.times} calls`
  const badge = healthy
    ? html`<span class="badge good">Healthy</span>`
    : html`<span class="badge bad">${FAULT_WORDS[fault.kind]}: ${OPERATION_WORDS[fault.only ?? 'all'].toLowerCase()}, ${reach}</span>`
  return html`<section>
    <h2>API ${badge}</h2>
    <form class="fault" method="post" action="/_local/fault">
      ${select('kind', 'What goes wrong', FAULT_WORDS, fault.kind)}
      ${select('only', 'Which calls', OPERATION_WORDS, fault.only ?? 'all')}
      <p><label for="times">How many</label><input id="times" name="times" type="number" min="1" placeholder="every" /></p>
      <p><label for="ms">Slow by, ms</label><input id="ms" name="ms" type="number" min="0" max="3600000" placeholder="2000" /></p>
      <button class="primary wide">Set</button>
    </form>
  </section>`
}

function select(name: string, label: string, labels: Record<string, string>, chosen: string): Markup {
  return html`<p class="wide">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${Object.entries(labels).map(([value, text]) => html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${text}</option>`)}
    </select>
  </p>`
}

function counted(shown: number, total: number): Markup | '' {
  return total > shown
    ? html`<p class="count muted">The newest ${shown} of ${total.toLocaleString('en-US')}</p>`
    : ''
}

function empty(labels: string): Markup {
  return html`<p class="empty muted">${labels}</p>`
}
