import type { APIRoute } from 'astro'

export const prerender = false

/** A former address, redirected to the delivery options. */
export const GET: APIRoute = ({ redirect, url }) => redirect(`/delivery-options${url.search}`)
