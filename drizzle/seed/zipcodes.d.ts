declare module 'zipcodes' {
  type Code = {
    zip: string
    city: string
    state: string
    country: string
    latitude: number
    longitude: number
  }
  const zipcodes: {
    codes: Record<string, Code>
    /** Whole miles. */
    distance(from: string, to: string): number | null
  }
  export default zipcodes
}
