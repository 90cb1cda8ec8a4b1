declare namespace App {
  interface Locals {
    /** The storefront's API, called inside the Worker. */
    api: import('#src/lib/api.ts').ShopApi
    /** The server's clock at this request. */
    now: Date
    /** Names this request in the log and in what a shopper may tell us. */
    requestId: string
  }
}
