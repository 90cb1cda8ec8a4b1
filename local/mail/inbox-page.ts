import { html } from 'hono/html'
import { SITE } from '#domain/site.ts'
import { FAULT_KINDS, type Fault, type FaultKind } from '#local/faults.ts'
import { formatTime, LIVE_SCRIPT, type Markup, page } from '#local/page.ts'
import type { Message } from './email.ts'
import { EVENT_TYPES, type EventType } from './events.ts'
import { INBOX_STYLES, MESSAGE_SCRIPT } from './inbox-look.ts'
import type { StoredEvent } from './mailbox.ts'

export const VIEWS = { wide: 'Wide', phone: 'Phone', text: 'Text', headers: 'Headers' } as const
export type View = keyof typeof VIEWS

const FAULT_WORDS: Record<FaultKind, string> = {
  none: 'Nothing: healthy',
  'error-before': '500, not accepted',
  'error-after': '500, but accepted',
  'lost-answer': 'Accepted, answer lost',
  hang: 'Never answers',
  slow: 'Slow answer',
  'rate-limit': '429 too many requests',
}

const EVENT_WORDS: Record<EventType, string> = {
  'email.delivered': 'Delivered',
  'email.delivery_delayed': 'Delayed',
  'email.failed': 'Failed',
  'email.suppressed': 'Suppressed: not sent',
  'email.bounced': 'Bounced',
  'email.complained': 'Marked as spam',
  'suppression.removed': 'Removed from the suppression list',
}

/** The list of messages, newest first. */
export function inboxPage(messages: Message[], total: number, fault: Fault<string>): Markup {
  return page(
    { title: `Inbox (local) | ${SITE.brand}`, styles: INBOX_STYLES, script: LIVE_SCRIPT },
    html`<main>
      <div id="live">
        <div class="head">
          <div>
            <h1>Inbox</h1>
            <p class="muted">${countText(messages.length, total)} Mail stays on this machine.</p>
          </div>
          ${total > 0 ? html`<form method="post" action="/_local/clear"><button>Clear</button></form>` : ''}
        </div>
        ${messages.length === 0 ? empty() : html`<ol class="list">${messages.map(row)}</ol>`}
      </div>
      ${faultKnob(fault)}
    </main>`,
  )
}

/** One message: as a wide page, as on a phone, its text, or its headers. */
export function messagePage(message: Message, events: StoredEvent[], view: View): Markup {
  return page(
    { title: `${message.subject} | Inbox (local)`, styles: INBOX_STYLES, script: MESSAGE_SCRIPT },
    html`<main class="message">
      <a href="/">All messages</a>
      <h1>${message.subject}</h1>
      <dl>
        <dt>From</dt><dd>${message.from}</dd>
        <dt>To</dt><dd>${message.to.join(', ')}</dd>
        ${message.reply_to ? html`<dt>Reply to</dt><dd>${message.reply_to.join(', ')}</dd>` : ''}
        <dt>Time</dt><dd>${formatTime(new Date(message.createdAt))}</dd>
        <dt>Events</dt><dd>${eventList(events)}</dd>
      </dl>
      <form class="event" method="post" action="/_local/messages/${message.id}/events">
        <label for="type">Delivery result</label>
        <select id="type" name="type">${EVENT_TYPES.map((type) => html`<option value="${type}">${EVENT_WORDS[type]}</option>`)}</select>
        <button>Send Event</button>
      </form>
        <nav class="switch" aria-label="View">
          ${Object.entries(VIEWS).map(([name, label]) => html`<a href="?view=${name}" ${name === view ? html`aria-current="page"` : ''}>${label}</a>`)}
        </nav>
      ${content(message, view)}
    </main>`,
  )
}

function eventList(events: StoredEvent[]): Markup {
  if (events.length === 0) return html`None yet`
  return html`<ul>${events.map(
    ({ type, state, result }) =>
      html`<li>${EVENT_WORDS[type]} <span class="muted">${state === 'delivered' ? 'sent to the shop' : (result ?? 'not sent yet')}</span></li>`,
  )}</ul>`
}

/** The HTML of a message as its frame gets it: links open a new tab, wherever they say they would. */
export function framedHtml(source: string): string {
  return source.replace(/^\s*(<!doctype[^>]*>)?/i, '$&<base target="_blank">')
}

function content(message: Message, view: View): Markup {
  if (view === 'headers') return html`<pre class="source code">${headerLines(message)}</pre>`
  if (view === 'text')
    return html`<pre class="source">${message.text ?? 'This message has no text part.'}</pre>`
  if (message.html === undefined) return html`<p class="source">This message has no HTML part.</p>`
  return html`<iframe
    class="${view}" title="Message" src="/messages/${message.id}/html"
    sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
  ></iframe>`
}

function headerLines(message: Message): string {
  const lines = [
    ['From', message.from],
    ['To', message.to.join(', ')],
    ...(message.reply_to ? [['Reply-To', message.reply_to.join(', ')]] : []),
    ['Subject', message.subject],
    ['Date', new Date(message.createdAt).toUTCString()],
    ['Message-Id', message.id],
    ...Object.entries(message.headers),
    ...message.tags.map(({ name, value }) => ['Tag', `${name}=${value}`]),
  ]
  return lines.map(([name, value]) => `${name}: ${value}`).join('\n')
}

function row(message: Message): Markup {
  return html`<li><a href="/messages/${message.id}">
    <span class="to">${message.to.join(', ')}</span>
    <time datetime="${message.createdAt}">${shortTime(message)}</time>
    <span class="subject">${message.subject}</span>
    ${message.text ? html`<span class="snippet">${message.text.replace(/\s+/g, ' ').slice(0, 160)}</span>` : ''}
  </a></li>`
}

function countText(shown: number, total: number): string {
  if (total === 0) return ''
  if (total > shown) return `The newest ${shown} of ${total.toLocaleString('en-US')} messages.`
  return total === 1 ? '1 message.' : `${total} messages.`
}

function empty(): Markup {
  return html`<div class="empty">
    <h2>No mail yet</h2>
    <p class="muted">Place an order, and the shop’s emails show up here.</p>
  </div>`
}

function faultKnob(fault: Fault<string>): Markup {
  const healthy = fault.kind === 'none'
  const reach =
    fault.times === undefined
      ? 'until changed'
      : fault.times === 1
        ? 'for the next call'
        : `for the next ${fault.times} calls`
  return html`<details class="fault" ${healthy ? '' : html`open`}>
    <summary>${healthy ? 'The mail service is healthy' : `The mail service fails ${reach}`}</summary>
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

function shortTime({ createdAt }: Message): string {
  const format = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  return new Date(createdAt).toLocaleString('en-US', format)
}
