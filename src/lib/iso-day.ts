/** A day that an editor wrote (midnight UTC), as 2026-11-21: machines read it as a day, in any zone. */
export const isoDay = (day: Date): string => day.toISOString().slice(0, 10)
