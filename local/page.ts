import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import * as z from 'zod'
import type { Connection } from './http.ts'

/** HTML that is already escaped. */
export type Markup = ReturnType<typeof html>

interface PageOptions {
  title: string
  /** Styles of this page only. Trusted text. */
  styles: string
  /** JavaScript of this page; it must work without. Trusted text. */
  script?: string
}

/** A whole page in the shop's style. Values in `html` templates are escaped. */
export function page(options: PageOptions, body: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${options.title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(BASE + options.styles)}
        </style>
      </head>
      <body>
        ${body}
        ${options.script ? html`<script>${raw(options.script)}</script>` : ''}
      </body>
    </html>`
}

/** Refreshes the part with the id `live` while nobody is using it. The page works without it. */
export const LIVE_SCRIPT = `
  setInterval(async () => {
    const live = document.getElementById('live')
    const busy = live.contains(document.activeElement) || live.querySelector('details[open]') || document.hidden
    if (busy) return
    const answer = await fetch('/').catch(() => null)
    if (!answer || !answer.ok) return
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('live')
    if (fresh.innerHTML !== live.innerHTML && !live.contains(document.activeElement)) live.replaceWith(fresh)
  }, 2000)
`

/** True unless another site sent the browser here: the buttons are plain forms without a token. */
export function isSameSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

/** The routes of an operator's page: its forms are its own, and what they or a test send wrongly is answered with 400. */
export function operatorRoutes(): Hono<{ Bindings: Connection }> {
  const routes = new Hono<{ Bindings: Connection }>()
  routes.use(async (context, next) =>
    context.req.method === 'GET' || isSameSite(context.req.raw)
      ? next()
      : context.text('This form belongs to another site.', 403),
  )
  routes.onError((error, context) => {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return context.json({ error: { message: error.message } }, 400)
    throw error
  })
  return routes
}

/** Reads the body of a request from a page's form, or from a test as JSON. */
export async function readForm(request: Request): Promise<{ isForm: boolean; body: unknown }> {
  const type = request.headers.get('content-type') ?? ''
  const isForm = type.startsWith('application/x-www-form-urlencoded')
  const text = await request.text()
  return { isForm, body: isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text) }
}

/** `Nov 21, 2026, 3:16:05 PM`, in the time zone of this machine. */
export function formatTime(at: Date): string {
  return at.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
}

const BASE = `
  :root {
    --paper: #fbf6ef; --card: #fff; --ink: #2a1a1f; --muted: #6b5560; --rose: #b3273f; --rose-deep: #7f1730;
    --blush: #f6dde0; --butter: #f3c969; --line: #e8dcd3;
    --shadow: 0 1px 2px rgb(42 26 31 / 6%), 0 8px 24px rgb(42 26 31 / 6%);
    color-scheme: light;
  }
  *, *::before, *::after { box-sizing: border-box; }
  body {
    margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
    font: 16px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
    -webkit-text-size-adjust: 100%;
  }
  h1, h2, h3, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
  ul, ol { list-style: none; }
  h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
  a { color: var(--rose); text-underline-offset: 3px; }
  a:hover { color: var(--rose-deep); }
  img { max-width: 100%; }
  code, .code { font: 0.9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
  .muted { color: var(--muted); }
  .amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
  button, input, select { font: inherit; color: inherit; }
  button, .button {
    display: inline-flex; align-items: center; justify-content: center; flex: none; white-space: nowrap; min-height: 40px; padding: 6px 14px;
    border: 1px solid var(--line); border-radius: 10px; background: var(--card); cursor: pointer;
    text-decoration: none; color: var(--ink); font-weight: 500; transition: background 0.12s, border-color 0.12s;
  }
  button:hover, .button:hover { border-color: var(--muted); color: var(--ink); }
  .primary { background: var(--rose); border-color: var(--rose); color: #fff; font-weight: 600; }
  .primary:hover { background: var(--rose-deep); border-color: var(--rose-deep); color: #fff; }
  :focus-visible { outline: 3px solid var(--rose); outline-offset: 2px; }
  input, select {
    width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid #b9a8a8; border-radius: 10px; background: var(--card);
  }
  label { display: block; font-weight: 600; font-size: 15px; }
  .badge {
    display: inline-block; padding: 1px 10px; border-radius: 999px; font-size: 13px; font-weight: 600; line-height: 22px;
    background: #efe6de; color: var(--ink); white-space: nowrap;
  }
  .badge.good { background: #dcebe2; color: #234a3a; }
  .badge.bad { background: var(--blush); color: var(--rose-deep); }
  .badge.open { background: #fbeac2; color: #55400b; }
  @media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`
