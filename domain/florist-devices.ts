/** So many phones ring for one shop. */
export const DEVICES_A_SHOP = 10
export const DEVICE_NAME_MAX = 60

/** What is kept of a ring that its push service took; of another one it is why not. */
export const RANG = 'Rang'
