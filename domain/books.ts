/**
 * The zone (IANA) whose days the back office counts by: one for the whole business, so that each sale is on one day,
 * every day is as long as the calendar says, and "today" is the same for everyone who looks.
 */
export const BOOKS_ZONE = 'America/New_York'
