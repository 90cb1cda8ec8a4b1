import type { APIRoute } from 'astro'
import { calendarOf } from '#src/storefront/manage/calendar.server.ts'

export const prerender = false

/** The promised time of a buyer's order, for calendars. */
export const GET: APIRoute = ({ url, locals }) =>
  calendarOf(locals.api, url.searchParams.get('token') ?? '', url.origin, locals.now)
