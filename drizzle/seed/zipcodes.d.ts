declare module 'zipcodes' {
  type Code = { zip: string; city: string; state: string; country: string }
  const zipcodes: { codes: Record<string, Code> }
  export default zipcodes
}
