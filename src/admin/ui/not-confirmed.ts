/** Thrown by a write whose question was answered with Cancel: nothing was done, and there is nothing to say. */
export class NotConfirmed extends Error {}
