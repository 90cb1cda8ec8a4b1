import fc from 'fast-check'

/** Any character. `unit: 'binary'` of fast-check means the same, but takes two seconds to set up in each process. */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
