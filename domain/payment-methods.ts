/** The methods that the payment page offers unless PAYMENT_METHODS says otherwise, in the provider's names. */
export const DEFAULT_PAYMENT_METHODS = ['card'] as const

const NAMES: Readonly<Record<(typeof DEFAULT_PAYMENT_METHODS)[number], string>> = {
  // The provider offers both wallets with cards.
  card: 'major cards, Apple Pay, Google Pay',
}

/** The payment methods as part of a sentence. PayPal needs the setting and a country where the provider has it. */
export const PAYMENT_METHODS_TEXT = `${DEFAULT_PAYMENT_METHODS.map((method) => NAMES[method]).join(', ')}, and PayPal where the payment page offers it`
