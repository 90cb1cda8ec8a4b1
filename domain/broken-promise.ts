/** Why a promise is in danger, the most pressing first. */
export const DANGER_REASONS = ['late', 'no_room', 'no_florist', 'too_late'] as const
export type DangerReason = (typeof DANGER_REASONS)[number]

/**
 * What came of a broken promise: what the buyer chose, `expired` without an answer, or `over` when it was kept after all
 * or the order ended otherwise.
 */
export const CHOICE_OUTCOMES = ['wait', 'day', 'cancel', 'expired', 'over'] as const
export type ChoiceOutcome = (typeof CHOICE_OUTCOMES)[number]

/** What a buyer can choose. */
export const CHOICE_ANSWERS = ['wait', 'day', 'cancel'] as const satisfies readonly ChoiceOutcome[]
export type ChoiceAnswer = (typeof CHOICE_ANSWERS)[number]
