import { type Context, Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeShopCall, input } from '#api/http/describe-route.ts'
import { pictureUpload } from '#api/http/picture-upload.ts'
import { rateLimit } from '#api/http/rate-limit.ts'
import { addFloristPhoto, deleteFloristPhoto } from './photos.ts'
import {
  floristAnswerRequest,
  floristAttemptRequest,
  floristLateRequest,
  floristLinksRequest,
  floristOrderRequest,
  floristPhotoDeletion,
  floristPhotoQuery,
  floristSubstituteRequest,
} from './schema.ts'
import {
  answerByFlorist,
  floristOrder,
  recordAttemptByFlorist,
  reportDelayByFlorist,
  sendOpenLinks,
} from './service.ts'
import { findFlowersByFlorist, substituteByFlorist } from './substitute.ts'

// The token is sent in the body, or in a header where the body is a picture, because servers log addresses.

/** The page behind a florist's link: one order, no account. */
export const florist = new Hono<ApiEnv>()
  .post(
    '/florist/order',
    describeShopCall('The order of a florist’s link, limited to what the florist needs', {
      message: 'We could not load this order. Please try again.',
      errors: ['florist_link_closed'],
    }),
    rateLimit('lookUp'),
    input('json', floristOrderRequest),
    async (c) => c.json(await floristOrder(c.var.deps, c.req.valid('json').token)),
  )
  .post(
    '/florist/answer',
    describeShopCall(
      'Answer an order: accept, reject or ready; `delivered` needs an outcome, see /florist/attempt; idempotent',
      {
        message: 'Your answer did not get through. Please try again.',
        errors: ['florist_link_closed', 'florist_too_late', 'substitution_open', 'edit_conflict'],
      },
    ),
    rateLimit('lookUp'),
    input('json', floristAnswerRequest),
    async (c) => c.json(await answerByFlorist(c.var.deps, c.req.valid('json'))),
  )
  .post(
    '/florist/attempt',
    describeShopCall(
      'Say what happened at the door; whoever took the flowers, they are delivered; idempotent by key',
      {
        message: 'That did not get through. Please try again.',
        errors: ['florist_link_closed', 'florist_too_late', 'photo_required', 'edit_conflict'],
      },
    ),
    rateLimit('lookUp'),
    input('json', floristAttemptRequest),
    async (c) => c.json(await recordAttemptByFlorist(c.var.deps, c.req.valid('json'))),
  )
  .post(
    '/florist/late',
    describeShopCall('Say that the flowers will be late, with a new time; said again, it is the newer', {
      message: 'The new time did not get through. Please try again.',
      errors: ['florist_link_closed', 'florist_too_late', 'edit_conflict'],
    }),
    rateLimit('lookUp'),
    input('json', floristLateRequest),
    async (c) => c.json(await reportDelayByFlorist(c.var.deps, c.req.valid('json'))),
  )
  .post(
    '/florist/photos',
    describeShopCall(
      'Store a photo: the picture is the body, the token of the link a bearer token; the same key again stores nothing more',
      {
        message: 'The photo did not get through. Please try again.',
        errors: [
          'florist_link_closed',
          'florist_too_late',
          'photos_full',
          'picture_refused',
          'busy',
          'rate_limited',
          'storage_unavailable',
        ],
        security: ['link'],
      },
    ),
    pictureUpload,
    rateLimit('lookUp'),
    input('query', floristPhotoQuery),
    async (c) =>
      c.json(
        await addFloristPhoto(
          c.var.deps,
          { token: bearerToken(c), ...c.req.valid('query') },
          c.var.readPicture,
        ),
      ),
  )
  .post(
    '/florist/photos/delete',
    describeShopCall('Delete a photo that turned out badly; idempotent', {
      message: 'The photo was not deleted. Please try again.',
      errors: ['florist_link_closed', 'florist_too_late', 'edit_conflict'],
    }),
    rateLimit('lookUp'),
    input('json', floristPhotoDeletion),
    async (c) => c.json(await deleteFloristPhoto(c.var.deps, c.req.valid('json'))),
  )
  .post(
    '/florist/substitute',
    describeShopCall('Say what is missing and what goes in instead; the same words again change nothing', {
      message: 'That did not get through. Please try again.',
      errors: [
        'florist_link_closed',
        'florist_too_late',
        'substitution_open',
        'substitution_changed',
        'edit_conflict',
      ],
    }),
    rateLimit('lookUp'),
    input('json', floristSubstituteRequest),
    async (c) => c.json(await substituteByFlorist(c.var.deps, c.req.valid('json'))),
  )
  .post(
    '/florist/found',
    describeShopCall('Say that the missing flowers were found: the sender is not asked any more', {
      message: 'That did not get through. Please try again.',
      errors: ['florist_link_closed', 'edit_conflict'],
    }),
    rateLimit('lookUp'),
    input('json', floristOrderRequest),
    async (c) => c.json(await findFlowersByFlorist(c.var.deps, c.req.valid('json').token)),
  )
  .post(
    '/florist/links',
    describeShopCall('Email a shop its open links again; the answer is the same without any', {
      message: 'That did not work. Please try again.',
    }),
    rateLimit('lookUp'),
    input('json', floristLinksRequest),
    async (c) => {
      await sendOpenLinks(c.var.deps, c.req.valid('json').email)
      return c.json({ success: true } as const)
    },
  )

function bearerToken(c: Context<ApiEnv>): string {
  return /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
}

export type FloristRoutes = typeof florist
