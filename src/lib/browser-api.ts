import { createShopApi } from './api.ts'

/** The storefront's API as islands call it. */
export const api = createShopApi('', (input, init) => fetch(input, init))
