/** How long `Undo` is offered after a change, in milliseconds; hovering and focus pause it. */
export const UNDO_MS = 8_000

/** How long the emails of such a change are held: the offer, and time for the request to arrive. In milliseconds. */
export const EMAILS_HELD_MS = 20_000
