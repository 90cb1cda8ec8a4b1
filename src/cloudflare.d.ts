// These are the parts of the runtime that we use. The full types of Workers replace the browser's own globals, which the islands need.
declare module 'cloudflare:workers' {
  export const env: Record<string, unknown>
  export function waitUntil(work: Promise<unknown>): void
  export class WorkerEntrypoint {}
}
