import { html } from 'hono/html'
import { SITE } from '#domain/site.ts'
import { FAULT_KINDS, type Fault, type FaultKind } from '#local/faults.ts'
import { formatTime, LIVE_SCRIPT, type Markup, page } from '#local/page.ts'
import type { Reporting } from './api.ts'
import type { StoredEvent } from './phones.ts'
import { REPORTS, type Report, type Text } from './text.ts'

const FAULT_WORDS: Record<FaultKind, string> = {
  none: 'Nothing: healthy',
  'error-before': '500, not accepted',
  'error-after': '500, but accepted',
  'lost-answer': 'Accepted, answer lost',
  hang: 'Never answers',
  slow: 'Slow answer',
  'rate-limit': '429 too many requests',
}

const REPORT_WORDS: Record<Report, string> = {
  'on-time': 'Delivered, told at once',
  late: 'Delivered, told late',
  twice: 'Delivered, told twice',
  never: 'Nothing is told',
  failed: 'Failed',
  unconfirmed: 'The carrier never said',
}

const STYLES = `
  main { max-width: 720px; margin: 0 auto; padding: 32px 20px 64px; }
  .head { display: flex; gap: 16px; justify-content: space-between; align-items: end; }
  h1 { font-size: 28px; letter-spacing: -0.01em; }
  .phone { margin-top: 24px; padding: 16px 20px; background: var(--card); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow); }
  .phone h2 { font-size: 18px; display: flex; gap: 12px; align-items: center; }
  .talk { margin-top: 12px; display: grid; gap: 10px; }
  .talk li { max-width: 85%; padding: 8px 14px; border-radius: 16px; background: #efe6de; justify-self: start; white-space: pre-wrap; }
  .talk .inbound { background: var(--blush); justify-self: end; }
  .talk small { display: block; color: var(--muted); white-space: normal; }
  .write { margin-top: 12px; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 8px; align-items: end; }
  .new { grid-template-columns: minmax(0, 12em) minmax(0, 1fr) auto; }
  .write button { min-height: 44px; }
  .knob { margin-top: 24px; color: var(--muted); font-size: 14px; }
  .knob summary { cursor: pointer; width: fit-content; }
  .knob form { margin-top: 12px; display: flex; flex-wrap: wrap; gap: 12px; align-items: end; }
  .knob label { font-size: 14px; color: var(--ink); }
  .knob form > p { flex: 1 1 150px; }
  .knob button { min-height: 44px; }
  @media (max-width: 480px) { main { padding-inline: 16px; } .new { grid-template-columns: minmax(0, 1fr); } }
`

/** The conversations, the one with the newest text first, each from its beginning. */
export function phonesPage(
  newestFirst: Text[],
  isBlocked: (phone: string) => boolean,
  events: StoredEvent[],
  fault: Fault<string>,
  reporting: Reporting,
): Markup {
  const byPhone = Map.groupBy(newestFirst, ({ phone }) => phone)
  const eventsOf = Map.groupBy(events, ({ text_id }) => text_id)
  return page(
    { title: `Text messages (local) | ${SITE.brand}`, styles: STYLES, script: LIVE_SCRIPT },
    html`<main>
      <div id="live">
        <div class="head">
          <div><h1>Text messages</h1><p class="muted">They stay on this machine.</p></div>
          ${byPhone.size > 0 ? html`<form method="post" action="/_local/clear"><button>Clear</button></form>` : ''}
        </div>
        ${byPhone.size === 0 ? html`<p class="phone muted">No texts yet.</p>` : ''}
        ${[...byPhone].map(([phone, texts]) => conversation(phone, texts.toReversed(), isBlocked(phone), eventsOf))}
      </div>
      <section class="phone">
        <h2>Text the shop</h2>
        <form class="write new" method="post" action="/_local/inbound">
          <p><label for="from">From</label><input id="from" name="from" type="tel" placeholder="+1 212 555 0142" required /></p>
          <p><label for="text">Text</label><input id="text" name="text" placeholder="STOP" /></p>
          <button class="primary">Send</button>
        </form>
      </section>
      ${reportingKnob(reporting)} ${faultKnob(fault)}
    </main>`,
  )
}

function conversation(
  phone: string,
  texts: Text[],
  isBlocked: boolean,
  eventsOf: Map<string, StoredEvent[]>,
): Markup {
  return html`<section class="phone">
    <h2>${phone} ${isBlocked ? html`<span class="badge bad">STOP</span>` : ''}</h2>
    <ol class="talk">${texts.map((text) => html`<li class="${text.direction}">${text.text}<small>${formatTime(new Date(text.createdAt))}${reportsText(eventsOf.get(text.id) ?? [])}</small></li>`)}</ol>
    <form class="write" method="post" action="/_local/inbound">
      <input type="hidden" name="from" value="${phone}" />
      <input name="text" aria-label="Text from ${phone}" />
      <button>Send</button>
    </form>
  </section>`
}

/** The reports about a text that reached the shop, and why others did not. */
function reportsText(events: StoredEvent[]): string {
  return events
    .map(({ state, result }) =>
      state === 'delivered' ? ', the shop was told' : `, ${result ?? 'the shop was not told yet'}`,
    )
    .join('')
}

function reportingKnob({ report, lateMs }: Reporting): Markup {
  return html`<details class="knob" ${report === 'on-time' ? '' : html`open`}>
    <summary>Reports about the next texts: ${REPORT_WORDS[report]}</summary>
    <form method="post" action="/_local/reporting">
      <p><label for="report">The fate of each text</label>
        <select id="report" name="report">${REPORTS.map((each) => html`<option value="${each}" ${each === report ? html`selected` : ''}>${REPORT_WORDS[each]}</option>`)}</select>
      </p>
      <p><label for="lateMs">Late by, ms</label><input id="lateMs" name="lateMs" type="number" min="0" max="3600000" placeholder="60000" value="${lateMs ?? ''}" /></p>
      <button>Set</button>
    </form>
  </details>`
}

function faultKnob(fault: Fault<string>): Markup {
  const healthy = fault.kind === 'none'
  const reach = fault.times === undefined ? 'until changed' : `for the next ${fault.times} calls`
  return html`<details class="knob" ${healthy ? '' : html`open`}>
    <summary>${healthy ? 'The text service is healthy' : `The text service fails ${reach}`}</summary>
    <form method="post" action="/_local/fault">
      <p><label for="kind">What goes wrong</label>
        <select id="kind" name="kind">${FAULT_KINDS.map((kind) => html`<option value="${kind}" ${kind === fault.kind ? html`selected` : ''}>${FAULT_WORDS[kind]}</option>`)}</select>
      </p>
      <p><label for="times">How many calls</label><input id="times" name="times" type="number" min="1" placeholder="every" /></p>
      <p><label for="ms">Slow by, or retry after, ms</label><input id="ms" name="ms" type="number" min="0" max="3600000" placeholder="2000" /></p>
      <button>Set</button>
    </form>
  </details>`
}
