export const CANCELED = 'Payment canceled. Please try again.'
export const NOT_SERVED = "We don't deliver to this ZIP code yet. Join our waitlist!"
export const PRODUCT_MISSING = 'Product info missing'
export const CHECKOUT_FAILED = 'Checkout failed'
export const STILL_HERE = 'Nothing was charged, and everything you typed is still here. Please try again.'
export const AS_YOU_LEFT_IT = 'Your form is as you left it.'
