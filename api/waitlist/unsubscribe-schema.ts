import * as z from 'zod/mini'

/** What an unsubscribe link carries. */
const token = z.uuid('This link is not complete')

export const unsubscribeRequest = z.strictObject({ token })

/** RFC 8058: the address a mail program posts to, and the form it sends. */
export const oneClickParams = z.object({ token })
export const oneClickForm = z.object({ 'List-Unsubscribe': z.literal('One-Click') })
