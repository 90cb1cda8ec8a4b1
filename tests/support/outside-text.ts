import { analyticsAddress } from '#domain/analytics-address.ts'
import { findPhrases, replaceMark } from '#domain/apology/phrases.ts'
import { isUnsigned, layOutCard, signed } from '#domain/card.ts'
import { isPictureAddress } from '#domain/catalogue.ts'
import { clientNetwork, widerNetwork } from '#domain/client-network.ts'
import { deviceName } from '#domain/device.ts'
import { pathForLog } from '#domain/log-path.ts'
import { mailboxOf } from '#domain/mailbox.ts'
import { firstNameKey } from '#domain/matching/first-name.ts'
import { placeKey, type TypedAddress } from '#domain/matching/place.ts'
import { senderKey } from '#domain/matching/sender.ts'
import { parseMoney } from '#domain/money.ts'
import { formatPhone, isPhone, phoneDigits, phoneSearch } from '#domain/phone.ts'
import { isUploadedPicture, productPictureKeys } from '#domain/product-pictures.ts'
import { framesOf, redact } from '#domain/redact.ts'
import { readReference, referenceSearch } from '#domain/reference.ts'
import { isOwnEmail, normalisePassword, readCode, returnPath } from '#domain/sign-in.ts'
import { isMonth } from '#domain/statement.ts'
import { readStopCode, STOP_CODE_IN_TEXT } from '#domain/stop-code.ts'
import * as text from '#domain/text.ts'
import { readTextAnswer } from '#domain/text-answers.ts'
import { digits, isZip5, isZip5Or9 } from '#domain/zip.ts'
import { isCalendarDate, isClockTime, isTimeZone } from '#domain/zoned-time.ts'

/** The place of an address in which one field is a text from outside. */
function placeOf(typed: Partial<TypedAddress>) {
  return placeKey({
    address: '350 5th Ave',
    unit: null,
    city: 'New York',
    state: 'NY',
    zip: '10001',
    ...typed,
  })
}

/** Every function of the domain that works on a text from outside before its length is limited, by its file. */
export const OUTSIDE_TEXT: Readonly<Record<string, readonly ((text: string) => unknown)[]>> = {
  'domain/analytics-address.ts': [analyticsAddress],
  'domain/apology/phrases.ts': [
    (typed) => {
      const { text, marks } = findPhrases(typed)
      return marks.slice(0, 10).map((mark) => replaceMark(text, mark))
    },
  ],
  'domain/card.ts': [layOutCard, (note) => isUnsigned(note, note), (note) => signed(note, note)],
  'domain/catalogue.ts': [isPictureAddress],
  'domain/client-network.ts': [clientNetwork, widerNetwork],
  'domain/device.ts': [deviceName],
  'domain/log-path.ts': [pathForLog],
  'domain/mailbox.ts': [mailboxOf],
  'domain/matching/first-name.ts': [firstNameKey],
  'domain/matching/place.ts': [
    (address) => placeOf({ address }),
    (street) => placeOf({ address: `350 W ${street}` }),
    (unit) => placeOf({ unit }),
    (city) => placeOf({ city, zip: city }),
  ],
  'domain/matching/sender.ts': [(email) => senderKey({ email, phone: email })],
  'domain/money.ts': [parseMoney],
  'domain/phone.ts': [formatPhone, isPhone, phoneDigits, phoneSearch],
  'domain/product-pictures.ts': [isUploadedPicture, productPictureKeys],
  'domain/redact.ts': [redact, (stack) => framesOf(stack, 'x'), (stack) => framesOf(stack, stack)],
  'domain/reference.ts': [readReference, referenceSearch],
  'domain/sign-in.ts': [(typed) => isOwnEmail(typed, typed), normalisePassword, readCode, returnPath],
  'domain/statement.ts': [isMonth],
  'domain/stop-code.ts': [readStopCode, (typed) => typed.replace(...STOP_CODE_IN_TEXT)],
  'domain/text-answers.ts': [readTextAnswer],
  'domain/text.ts': [
    ...[text.isEmail, text.normaliseText, text.narrowText, text.countCharacters, text.countTyped],
    ...[text.normaliseSpaces, text.firstName, text.slugify, text.straightApostrophes, text.foldText],
    (typed) => text.cutText(typed, 100),
  ],
  'domain/zip.ts': [(typed) => digits(typed, 5), isZip5, isZip5Or9],
  'domain/zoned-time.ts': [isCalendarDate, isClockTime, isTimeZone],
}

/** Repeated, each of these makes some pattern start again and again. */
const SEEDS = [
  ...[
    'a',
    'A',
    '1',
    '@',
    '.',
    ' ',
    '\n',
    '\r',
    '/',
    '-',
    '=',
    '?',
    '%',
    '"',
    "'",
    '(',
    '[',
    '{',
    '<',
    '\\',
    '#',
    '+',
  ],
  ...['é', 'e\u0301', '😀', '👩‍👧', '\u200b', '１', 'ー', '\u2800'],
  ...[
    'a1',
    '1a',
    '1 ',
    '1.',
    'a.',
    'a@',
    '@a',
    'a ',
    '" ',
    "' ",
    '"a ',
    "near '",
    '/?a=',
    '?a=',
    '?a',
    '%25',
    '%2540',
  ],
  ...[
    'ORD-',
    'ORD-a',
    'cs_test_',
    'ab_test_',
    'Bearer ',
    'name ',
    'name: [',
    'name="',
    'eyJ-',
    'eyJa.',
    'sk_',
    'apt ',
  ],
  ...[
    '\nparams:',
    'Failed query:',
    'at a\n',
    'a@a:1:1',
    '@:1:1',
    '1 a ',
    '12 st ',
    '+1',
    'a-1',
    '1.1.1.1',
    'a/',
    './',
  ],
]

/** Texts of a length on which a bad pattern works long. */
export function hostileLengths(length: number): string[] {
  return SEEDS.flatMap((seed) => {
    const repeated = seed.repeat(Math.ceil(length / seed.length)).slice(0, length)
    return [repeated, `x${repeated}\u0001`, `/${repeated}"`, `\n at x${repeated}!`]
  })
}
