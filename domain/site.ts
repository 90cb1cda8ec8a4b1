/** Brand, contact and cities; the only place for them. */
export const SITE = {
  /** The public origin: canonical addresses, links in emails and feeds begin with it. */
  address: 'https://apologizebetter.example',
  brand: 'Apologize Better',
  description: "Apology flowers for when you've really messed up. Same-day delivery in NYC & SF.",
  language: 'en',
  locale: 'en_US',
  supportEmail: 'help@apologizebetter.example',
  supportPhone: '(555) 555-0142',
  supportHours: '24/7',
  supportNote: "We know emergencies don't wait",
  /** The postal address of the business; emails that are not about one's own order have to name one (15 USC 7704). */
  businessAddress: { street: '123 Example Street', city: 'New York', state: 'NY', zip: '10001' },
  /** Where notices for the people who run the shop go. */
  ownerEmail: 'owner@apologizebetter.example',
  mailFrom: 'Apologize Better <flowers@apologizebetter.example>',
  cities: [
    {
      name: 'New York City',
      short: 'NYC',
      timeZone: 'America/New_York',
      /** The beginnings of the ZIP codes that we deliver to, for search engines; 110 is mostly Nassau County. */
      zipPrefixes: ['100', '101', '102', '103', '104', '111', '112', '113', '114', '116'],
    },
    { name: 'San Francisco', short: 'SF', timeZone: 'America/Los_Angeles', zipPrefixes: ['941'] },
  ],
} as const

export type BusinessAddress = { street: string; city: string; state: string; zip: string }

/** The postal address of the business on one line. */
export function businessAddressLine(
  { street, city, state, zip }: BusinessAddress = SITE.businessAddress,
): string {
  return `${street}, ${city}, ${state} ${zip}`
}

/** The tag under which the edge keeps pages that show the catalogue; a change of a product purges it. */
export const CATALOGUE_TAG = 'catalogue'
