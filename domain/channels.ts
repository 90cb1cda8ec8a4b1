/** The ways on which a message goes out. `push`: to a florist's phone that asked to ring. */
export const CHANNELS = ['mail', 'push', 'text'] as const
export type Channel = (typeof CHANNELS)[number]
