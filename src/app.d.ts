declare namespace App {
  interface Locals {
    /** The storefront's API, called inside the Worker. */
    api: import('#src/lib/api.ts').ShopApi
    /** Any route of the API, called inside the Worker in the browser's name; reads of one page share round trips. */
    callApi: import('#src/admin/server/open-page.tsx').CallApi
    /** The server's clock at this request. */
    now: Date
    /** An id that a person can name when something went wrong; the log has it, too. */
    requestId: string
    /** Logs what kept a page from being rendered. */
    logFailure(error: unknown): void
    /** True if there is a measurement id: the page then counts its views. */
    countsViews: boolean
    /** True if the shop can text: the checkout then asks who wants that. */
    sendsTexts: boolean
  }
}

/** TypeScript's DOM does not know it yet: true while the page is being prepared in advance, and nobody sees it. */
interface Document {
  readonly prerendering?: boolean
}

/** Copies of a module and of all it imports, by src/build/scripts.ts. */
declare module '*?standalone'
declare module '*?standalone-prepared'
