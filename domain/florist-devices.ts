/** So many phones ring for one shop. */
export const DEVICES_A_SHOP = 10
export const DEVICE_NAME_MAX = 60

/** The last answer of a phone whose push service took the ring; for another ring it is the reason why not. */
export const RANG = 'Rang'
