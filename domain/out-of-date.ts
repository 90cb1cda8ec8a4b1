/** The sentence of a form whose page is older or newer than the Worker: its reload must keep what was typed. */
export const OUT_OF_DATE = 'This page is out of date. Reload it: nothing is lost.'
