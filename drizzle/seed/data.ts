/** The catalogue of a new shop. Ids are fixed, so that seeding twice changes nothing. */
export const PRODUCTS = [
  {
    id: 'product-really-bad',
    sku: 'FLOWER-001',
    title: 'Really Bad',
    priceCents: 4999,
    description:
      'A polite handful for forgotten birthdays and things said in traffic. Garden roses, ranunculus, a little eucalyptus. It says: I noticed.',
    heightInches: 14,
    stems: 9,
    container: 'wrap',
  },
  {
    id: 'product-extremely-bad',
    sku: 'FLOWER-002',
    title: 'Extremely Bad',
    priceCents: 8999,
    description:
      'An armful, for anniversaries remembered by someone else. Peonies, roses and tulips, more than one vase. It says: I thought about this.',
    heightInches: 20,
    stems: 24,
    container: 'wrap',
  },
  {
    id: 'product-nuclear-bad',
    sku: 'FLOWER-003',
    title: 'Nuclear Bad',
    priceCents: 13999,
    description:
      'It does not fit through the door at once. Everything in season and then some. It says: I know exactly what I did.',
    heightInches: 28,
    stems: 48,
    container: 'wrap',
  },
] as const

export const MARKETS = [
  { id: 'market-nyc', name: 'New York City', timeZone: 'America/New_York' },
  { id: 'market-sf', name: 'San Francisco', timeZone: 'America/Los_Angeles' },
] as const

type SeedShop = { name: string; streetAddress: string; zip: string; phone: string }

/** Example florists; 555-01xx numbers are reserved for examples. */
export const SHOPS: Record<
  (typeof MARKETS)[number]['id'],
  { city: string; state: string; shops: SeedShop[] }
> = {
  'market-nyc': {
    city: 'New York',
    state: 'NY',
    shops: [
      { name: 'Perry Street Stems', streetAddress: '88 Perry St', zip: '10014', phone: '(212) 555-0111' },
      {
        name: 'Twenty-Eighth & Bloom',
        streetAddress: '112 W 28th St',
        zip: '10001',
        phone: '(212) 555-0112',
      },
      { name: 'Orchard Flower Room', streetAddress: '147 Orchard St', zip: '10002', phone: '(212) 555-0113' },
      { name: 'Morningside Florals', streetAddress: '2871 Broadway', zip: '10025', phone: '(212) 555-0114' },
      { name: 'Third Avenue Garden', streetAddress: '1431 3rd Ave', zip: '10028', phone: '(212) 555-0115' },
      {
        name: 'Battery Blossom Co.',
        streetAddress: '21 South End Ave',
        zip: '10280',
        phone: '(212) 555-0116',
      },
    ],
  },
  'market-sf': {
    city: 'San Francisco',
    state: 'CA',
    shops: [
      {
        name: 'Valencia Stem & Vine',
        streetAddress: '766 Valencia St',
        zip: '94110',
        phone: '(415) 555-0121',
      },
      { name: 'Hayes Valley Petals', streetAddress: '432 Hayes St', zip: '94102', phone: '(415) 555-0122' },
      {
        name: 'Clement Street Flowers',
        streetAddress: '509 Clement St',
        zip: '94118',
        phone: '(415) 555-0123',
      },
      { name: 'The Noe Nosegay', streetAddress: '3925 24th St', zip: '94114', phone: '(415) 555-0124' },
      {
        name: 'North Beach Bouquets',
        streetAddress: '1318 Grant Ave',
        zip: '94133',
        phone: '(415) 555-0125',
      },
      { name: 'Sunset Garden Florist', streetAddress: '1234 9th Ave', zip: '94122', phone: '(415) 555-0126' },
    ],
  },
}
