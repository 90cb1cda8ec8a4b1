import { SITE } from '#domain/site.ts'
import { EMAILS_HELD_MS } from '#domain/undo.ts'
import { MESSAGE_KINDS, messageEntry, type OrderFlag, RING_KINDS } from './causes.ts'
import type { NewMessage, Patch, Rows } from './patches.ts'
import { flagOf, type LogEntry, type OrderState } from './state.ts'

// Undo gives back what a change has changed: the change's entry in the log has the way back.

type Changed = {
  [T in 'shopOrders' | 'choices' | 'substitutions']: { change: T; id: string; values: Partial<Rows[T]> }
}
type Former = Changed[keyof Changed]

/** What was before: fields of the order and of its rows, flags and messages. */
export type Undo = {
  /** The entries of the decision: they count as not having happened. */
  entries: number
  order?: Partial<OrderState['order']>
  rows?: Former[]
  flags?: { raised: OrderFlag[]; resolved: { kind: OrderFlag; detail: string | null }[] }
  /** By their keys. */
  sent?: string[]
  unsent?: Omit<NewMessage, 'recipient'>[]
}

/** When a change cannot be undone any more (ISO instant): emails that are held go then. @param at of the change */
export function endOfUndo(at: string): string {
  return new Date(Date.parse(at) + EMAILS_HELD_MS).toISOString()
}

/** The way back from a decision. @param before the state in which it was made */
export function undoOf(before: OrderState, patches: readonly Patch[]): Undo {
  const undo: Undo = { entries: patches.filter((patch) => 'log' in patch).length }
  const sent: string[] = []
  const unsent: Omit<NewMessage, 'recipient'>[] = []
  const flags = new Set<OrderFlag>()
  for (const patch of patches) {
    if ('order' in patch) undo.order = { ...formerValues(before.order, patch.order), ...undo.order }
    else if ('change' in patch) {
      const { change, id, values } = patch
      if (change !== 'shopOrders' && change !== 'choices' && change !== 'substitutions') continue
      const row = before[change].find((each) => each.id === id)
      if (row) undo.rows = withFormer(undo.rows ?? [], change, id, formerValues(row, values))
    } else if ('flag' in patch) flags.add(patch.flag)
    else if ('resolve' in patch) flags.add(patch.resolve)
    else if ('send' in patch) sent.push(patch.dedupeKey)
    else if ('unsend' in patch) {
      for (const { id, kind: send, dedupeKey, payload } of before.messages) {
        // A phone that has not rung by now does not ring for an offer that was taken back meanwhile.
        const rings = RING_KINDS.some((kind) => kind === send)
        if (patch.unsend.includes(id) && !rings) unsent.push({ send, dedupeKey, payload })
      }
    }
  }
  const resolved = [...flags].flatMap((kind) => flagOf(before, kind) ?? [])
  return {
    ...undo,
    ...(flags.size > 0 && {
      flags: { raised: [...flags], resolved: resolved.map(({ kind, detail }) => ({ kind, detail })) },
    }),
    ...(sent.length > 0 && { sent }),
    ...(unsent.length > 0 && { unsent }),
  }
}

/** What was first is what was before the decision. */
function withFormer(rows: Former[], change: Former['change'], id: string, values: object): Former[] {
  const known = rows.find((each) => each.change === change && each.id === id)
  const former = { change, id, values: { ...values, ...known?.values } } as Former
  return [...rows.filter((each) => each !== known), former]
}

function formerValues<Row extends object>(row: Row, values: Partial<Row>): Partial<Row> {
  const keys = Object.keys(values) as (keyof Row)[]
  return Object.fromEntries(keys.map((key) => [key, row[key] ?? null])) as Partial<Row>
}

/** Entries that change nothing that Undo gives back. */
export const NOTES: readonly string[] = ['note_added', 'contact_added', 'photo_added', 'photo_deleted']

/** The last change of the order; its `undo` is null if it cannot be undone, or is too late. @param now ISO instant */
export function lastChange(state: OrderState, now: string): { entry: LogEntry; undo: Undo | null } | null {
  const entry = state.log.findLast(({ kind }) => !NOTES.includes(kind))
  if (!entry) return null
  const undo = (entry.data['undo'] ?? null) as Undo | null
  const isTried = (key: string) => state.messages.some((each) => each.dedupeKey === key && each.tried)
  const isHeld = endOfUndo(entry.createdAt) > now && !undo?.sent?.some(isTried)
  return { entry, undo: isHeld ? undo : null }
}

/** @param state before it is undone */
export function undoPatches(state: OrderState, undo: Undo): Patch[] {
  const { order, rows = [], flags, sent = [], unsent = [] } = undo
  const open = (flags?.raised ?? []).filter((kind) => flagOf(state, kind))
  const ids = state.messages.filter(({ dedupeKey }) => sent.includes(dedupeKey)).map(({ id }) => id)
  return [
    ...(order ? [{ order }] : []),
    ...rows,
    ...open.map((kind): Patch => ({ resolve: kind })),
    ...(flags?.resolved ?? []).map(({ kind, detail }): Patch => ({ flag: kind, detail })),
    ...(ids.length > 0 ? [{ unsend: ids }] : []),
    ...unsent.flatMap((message) => resent(state, message)),
  ]
}

/** To whoever it was for: addresses are not in the log. */
function resent({ order, shopOrders }: OrderState, message: Omit<NewMessage, 'recipient'>): Patch[] {
  const kind = MESSAGE_KINDS.find((each) => each === message.send)
  const recipients = {
    buyer: order.customerEmail,
    phone: order.customerPhone,
    owner: SITE.ownerEmail,
    florist: shopOrders.at(-1)?.email,
  }
  const recipient = recipients[kind ? messageEntry(kind).to : 'buyer']
  return recipient ? [{ ...message, recipient }] : []
}
