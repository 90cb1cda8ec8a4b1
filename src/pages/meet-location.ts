import type { APIRoute } from 'astro'

export const prerender = false

/** An address of old: the delivery options took its place. */
export const GET: APIRoute = ({ redirect, url }) => redirect(`/delivery-options${url.search}`)
