import { changeRecords, mailSuppressions, outbox, waitlist } from '#drizzle/schema/messages.ts'
import { problems } from '#drizzle/schema/problems.ts'
import { STAMP } from '#tests/support/row-kit.ts'
import {
  checks,
  counting,
  DIFFERENT,
  each,
  email,
  flag,
  isoInstant,
  jsonObject,
  notWhole,
  oneOf,
  same,
  textOf,
  uniques,
  zip5or9,
} from './rule.ts'

const story = textOf('story', 0, 2000)

export const CHECKS = [
  ...checks(waitlist, {
    waitlist_email_shape: email('email'),
    waitlist_zip_shape: zip5or9('zipCode'),
    waitlist_city_length: textOf('city', 1, 100),
    waitlist_state_shape: {
      refuses: each('state', '', 'ca', 'C', 'CAL', 'C1', 'California'),
      allows: each('state', 'CA', 'NY'),
    },
    waitlist_story_length: {
      refuses: story.refuses,
      allows: { ...story.allows, 'no story': { story: null } },
    },
    waitlist_contacted_flag: flag('contacted'),
  }),
  ...checks(outbox, {
    outbox_status: {
      ...oneOf('status', ['pending', 'failed'], 'queued', 'delivered'),
      allows: { ...each('status', 'pending', 'failed'), sent: { status: 'sent', sentAt: STAMP } },
    },
    outbox_recipient_shape: email('recipient'),
    outbox_attempts: {
      refuses: { ...each('attempts', -1), ...notWhole('attempts') },
      allows: each('attempts', 0, 1, 50),
    },
    outbox_payload_json: jsonObject('payload'),
    outbox_instants: isoInstant('nextAttemptAt'),
    outbox_due_before_pause: {
      refuses: isoInstant('dueBeforePause').refuses,
      allows: { ...isoInstant('dueBeforePause').allows, 'no pause': { dueBeforePause: null } },
    },
    outbox_sent_has_stamp: {
      refuses: { 'sent, nobody knows when': { status: 'sent', sentAt: null } },
      allows: {
        'sent with a stamp': { status: 'sent', sentAt: STAMP },
        'not sent yet': { status: 'pending', sentAt: null },
        'given up': { status: 'failed', sentAt: null },
      },
    },
  }),
  ...checks(mailSuppressions, {
    mail_suppressions_instants: {
      refuses: { ...isoInstant('complainedAt').refuses, ...isoInstant('liftedAt').refuses },
      allows: { ...isoInstant('complainedAt').allows, 'never lifted': { liftedAt: null } },
    },
  }),
  ...checks(changeRecords, {
    change_records_entity: oneOf('entity', ['product', 'market', 'shop', 'user'], 'order', 'products'),
    change_records_action: oneOf('action', ['create', 'update', 'delete'], 'insert', 'deleted'),
  }),
  ...checks(problems, {
    problems_source: oneOf('source', ['server', 'browser'], 'worker', 'client'),
    problems_times: counting('times'),
    problems_instants: {
      refuses: { ...isoInstant('firstAt').refuses, ...isoInstant('lastAt').refuses },
      allows: { ...isoInstant('firstAt').allows, ...isoInstant('lastAt').allows },
    },
  }),
]

export const UNIQUES = [
  ...uniques(waitlist, {
    waitlist_email_zip: {
      refuses: {
        'the same person for the same ZIP': same(['email', 'zipCode']),
        'the same person in other letters': [
          { email: 'sam@example.com', zipCode: '94601' },
          { email: 'SAM@example.COM', zipCode: '94601' },
        ],
      },
      allows: {
        'the same person for another ZIP': [
          { email: 'sam@example.com', zipCode: '94601' },
          { email: 'sam@example.com', zipCode: '94602' },
        ],
        'another person for the same ZIP': same(['zipCode']),
      },
    },
    waitlist_unsubscribeToken_unique: {
      refuses: { 'the same token': same(['unsubscribeToken']) },
      allows: { 'other tokens': DIFFERENT },
    },
  }),
  ...uniques(outbox, {
    outbox_dedupeKey_unique: {
      refuses: { 'one message twice': same(['dedupeKey']) },
      allows: { 'another message to the same person': same(['kind', 'recipient']) },
    },
  }),
]
