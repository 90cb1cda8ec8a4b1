import type { APIRoute } from 'astro'
import { calendarOf } from '#src/storefront/manage/calendar.server.ts'

export const prerender = false

/** The promised time of a buyer's order, for calendars. */
export const GET: APIRoute = async ({ url, locals }) => {
  const file = await calendarOf(locals.api, url.searchParams.get('token') ?? '', url.origin, locals.now)
  const headers = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }
  if (file.status !== 200) {
    const type = { 'content-type': 'text/plain; charset=utf-8' }
    return new Response(file.text, { status: file.status, headers: { ...headers, ...type } })
  }
  return new Response(file.text, {
    headers: {
      ...headers,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${file.name}"`,
    },
  })
}
