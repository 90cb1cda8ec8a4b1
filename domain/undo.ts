/** Milliseconds for which `Undo` is offered after a change; hovering and focus pause it. */
export const UNDO_MS = 8_000

/** Milliseconds for which the emails of such a change are held: the offer, and time for the request to arrive. */
export const EMAILS_HELD_MS = 20_000
