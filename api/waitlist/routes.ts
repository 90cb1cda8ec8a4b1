import { Hono } from 'hono'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import {
  describeAdminRead,
  describeAdminWrite,
  describeRoute,
  describeShopCall,
  input,
} from '#api/http/describe-route.ts'
import { ignoreUnknown } from '#api/http/list-query.ts'
import { idParams } from '#api/http/page-schema.ts'
import { addressOf } from '#api/http/rate-limit.ts'
import { isoDate, REPORTING_TIME_ZONE } from '#domain/zoned-time.ts'
import { demand, setContacted, waitlistDetailOf, waitlistPageOf } from './admin-queries.ts'
import { joinWaitlistRequest } from './join-schema.ts'
import {
  contactedRequest,
  notifyRequest,
  oneClickForm,
  oneClickParams,
  unsubscribeRequest,
  waitlistFilter,
  waitlistQuery,
} from './schema.ts'
import { exportWaitlist, joinWaitlist, leaveWaitlist, notifyWaiting } from './service.ts'

const GONE = { message: 'This person is no longer on the waitlist.' }
const LOAD_FAILED = 'Failed to load the waitlist'
const UNSUBSCRIBE_FAILED = 'We could not take you off the list just now. Please try again.'

/** Joining and leaving the waitlist for cities that no market serves yet. */
export const waitlist = new Hono<ApiEnv>()
  .post(
    '/waitlist',
    describeShopCall(
      'Join the waitlist; repeating it with the same email and ZIP code stores nothing and succeeds',
      { message: 'There was a problem submitting your request. Please try again.' },
    ),
    input('json', joinWaitlistRequest),
    async (c) => {
      await joinWaitlist(c.var.deps, c.req.valid('json'), addressOf(c))
      return c.json({ success: true } as const)
    },
  )
  .post(
    '/waitlist/unsubscribe',
    describeShopCall('Unsubscribe from the waitlist with the token from an email; idempotent', {
      message: UNSUBSCRIBE_FAILED,
      errors: ['link_unknown'],
    }),
    input('json', unsubscribeRequest),
    async (c) => {
      await leaveWaitlist(c.var.deps, c.req.valid('json').token, addressOf(c))
      return c.json({ success: true } as const)
    },
  )
  .get(
    '/waitlist/unsubscribe/:token',
    describeRoute('shop', 'Lead somebody who opens the address of RFC 8058 to the page that asks', {
      mediaType: 'text/html',
      // Nothing is looked at but the address.
      security: [null],
    }),
    // Mail scanners open every address: it changes nothing, and the page says what is wrong with a token.
    (c) => c.redirect(`/unsubscribe?${new URLSearchParams({ token: c.req.param('token') })}`),
  )
  .post(
    '/waitlist/unsubscribe/:token',
    describeRoute('shop', 'Unsubscribe from the waitlist by one click in the mail program (RFC 8058)', {
      message: UNSUBSCRIBE_FAILED,
      errors: ['invalid', 'link_unknown', 'rate_limited', 'too_slow'],
    }),
    input('param', oneClickParams),
    input('form', oneClickForm),
    async (c) => {
      await leaveWaitlist(c.var.deps, c.req.valid('param').token, addressOf(c))
      return c.json({ success: true } as const)
    },
  )

export type WaitlistRoutes = typeof waitlist

/** The waitlist in the back office. */
export const adminWaitlist = new Hono<ApiEnv>()
  .get(
    '/admin/waitlist',
    describeAdminRead('A page of the waitlist, newest first', { message: LOAD_FAILED }),
    ignoreUnknown(waitlistQuery),
    input('query', waitlistQuery),
    async (c) => {
      const found = await waitlistPageOf(c.var.deps.db, c.req.valid('query'))
      return c.json({ ...found, ...c.var.ignored })
    },
  )
  .get(
    '/admin/waitlist/demand',
    describeAdminRead('Waitlist demand by ZIP code and by city, highest first', { message: LOAD_FAILED }),
    async (c) => c.json(await demand(c.var.deps.db)),
  )
  .get(
    '/admin/waitlist/csv',
    describeAdminRead('Everything that matches a filter, as CSV', {
      message: 'Failed to export the waitlist',
      mediaType: 'text/csv',
    }),
    input('query', waitlistFilter),
    async (c) => {
      const today = isoDate(c.var.deps.clock.now(), REPORTING_TIME_ZONE)
      return c.body(await exportWaitlist(c.var.deps, c.req.valid('query')), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="waitlist-${today}.csv"`,
      })
    },
  )
  .post(
    '/admin/waitlist/notify',
    describeAdminWrite('Write to everybody who waits for these ZIP codes, once, that we deliver there now', {
      message: 'Failed to notify the waitlist',
      errors: ['zip_not_served'],
    }),
    input('json', notifyRequest),
    async (c) => c.json({ notified: await notifyWaiting(c.var.deps, c.req.valid('json').zipCodes) }),
  )
  .get(
    '/admin/waitlist/:id',
    describeAdminRead('A waitlist entry with its story and history', {
      message: LOAD_FAILED,
      errors: ['not_found'],
    }),
    input('param', idParams),
    async (c) => {
      const entry = await waitlistDetailOf(c.var.deps.db, c.req.valid('param').id)
      if (!entry) throw new AppError('not_found', GONE)
      return c.json(entry)
    },
  )
  .put(
    '/admin/waitlist/:id/contacted',
    describeAdminWrite('Set whether this person was contacted', {
      message: 'Failed to update the waitlist',
      errors: ['not_found', 'edit_conflict'],
    }),
    input('param', idParams),
    input('json', contactedRequest),
    async (c) => {
      const request = c.req.valid('json')
      const { known, set } = await setContacted(c.var.deps.db, c.req.valid('param').id, request)
      if (!known) throw new AppError('not_found', GONE)
      if (!set) throw new AppError('edit_conflict')
      return c.json({ contacted: request.contacted })
    },
  )

export type AdminWaitlistRoutes = typeof adminWaitlist
