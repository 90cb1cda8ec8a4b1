/**
 * - `place`: an admin says that nothing can be delivered to an address
 * - `sender`: a recipient wants no more from whoever sent their flowers
 * - `recipient`: a recipient wants nothing from this shop
 */
export const BLOCK_KINDS = ['place', 'sender', 'recipient'] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

/** The wishes that a card's code opens. */
export const STOP_WISHES = ['sender', 'recipient'] as const satisfies BlockKind[]
export type StopWish = (typeof STOP_WISHES)[number]

/** The back office lists so many blocks. */
export const BLOCKS_SHOWN = 500

/** Characters of the reason for which an admin lifts a block, or names a place. */
export const LIFT_REASON_MAX = 500
