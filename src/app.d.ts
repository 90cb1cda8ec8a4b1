declare namespace App {
  interface Locals {
    /** The storefront's API, called inside the Worker. */
    api: import('#src/lib/api.ts').ShopApi
    /** The server's clock at this request. */
    now: Date
    /** What a person can name when something went wrong; it stands in the log. */
    requestId: string
    /** Logs what kept a page from being rendered. */
    logFailure(error: unknown): void
    /** Whether there is a measurement id: the page counts its views. */
    countsViews: boolean
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** Scripts come when the page is at rest, or at the first touch (src/build/wake.ts). */
    'client:wake'?: boolean | 'now' | 'soon' | 'rest'
    /** The same, and what is typed before is kept (src/storefront/checkout/keep.ts). */
    'client:keep'?: boolean | 'soon'
    /** The same, after the confirmation page has left the tab in order (src/storefront/confirmation/arrive.ts). */
    'client:arrive'?: boolean | 'soon' | 'rest'
  }
}

/** Not in TypeScript's DOM yet: the page is being prepared in advance, nobody sees it. */
interface Document {
  readonly prerendering?: boolean
}
