import { objectsToDelete, orderPhotos } from '#drizzle/schema/photos.ts'
import { checks, counting, DIFFERENT, isoInstant, oneOf, same, uniques } from './rule.ts'

const HASH = 'a'.repeat(64)

export const CHECKS = [
  ...checks(orderPhotos, {
    order_photos_step: oneOf('step', ['bouquet', 'substitution', 'door'], 'van'),
    order_photos_upload_key: {
      refuses: {
        'no key': { uploadKey: '' },
        'a key of white space': { uploadKey: ' \n' },
        'a long one': { uploadKey: 'k'.repeat(65) },
      },
      allows: { 'a key': { uploadKey: 'k' }, 'the longest key': { uploadKey: 'k'.repeat(64) } },
    },
    order_photos_hash: {
      refuses: {
        'a short hash': { hash: HASH.slice(1) },
        'a long hash': { hash: `${HASH}a` },
        'a capital letter': { hash: `A${HASH.slice(1)}` },
        'another letter': { hash: `g${HASH.slice(1)}` },
        'a way to another object': { hash: `../${HASH.slice(3)}` },
      },
      allows: { 'a hash': { hash: HASH }, 'one of digits': { hash: '0'.repeat(64) } },
    },
    order_photos_bytes: counting('bytes'),
    order_photos_size: {
      refuses: { ...counting('width').refuses, ...counting('height').refuses },
      allows: { ...counting('width').allows, ...counting('height').allows },
    },
    order_photos_instants: {
      refuses: { ...isoInstant('createdAt').refuses, ...isoInstant('deletedAt').refuses },
      allows: {
        ...isoInstant('createdAt').allows,
        ...isoInstant('deletedAt').allows,
        'not deleted': { deletedAt: null },
      },
    },
  }),
  ...checks(objectsToDelete, { objects_to_delete_instants: isoInstant('dueAt') }),
]

export const UNIQUES = [
  ...uniques(orderPhotos, {
    order_photos_upload: {
      refuses: { 'the same upload': same(['shopOrderId', 'uploadKey']) },
      allows: {
        'another upload for the same shop order': same(['shopOrderId']),
        'the same name for another shop order': same(['uploadKey']),
        'another upload': DIFFERENT,
      },
    },
  }),
]
