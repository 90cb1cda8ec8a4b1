import { expect, test } from 'vitest'
import { profileOfHeader } from '#api/agents/platforms/agent-header.ts'

const ADDRESS = 'https://agent.sorryflowers.com/ucp.json'

test.each([
  ['alone', `profile="${ADDRESS}"`],
  ['with parameters', `profile="${ADDRESS}";v=1;trusted`],
  ['between other members', `a=1, profile="${ADDRESS}", b=(1 "two");c, d=?0`],
  ['with spaces around it', `  profile="${ADDRESS}"  `],
  ['twice, of which the last counts', `profile="https://first.sorryflowers.com/", profile="${ADDRESS}"`],
])('reads a profile %s', (_, header) => {
  expect(profileOfHeader(header)).toBe(ADDRESS)
})

test('takes the escapes out of an address', () => {
  expect(profileOfHeader(String.raw`profile="https://a.com/\"\\"`)).toBe(String.raw`https://a.com/"\ `.trim())
})

test.each([
  ['no header', undefined],
  ['an empty one', ''],
  ['another member alone', 'version="2026-08-25"'],
  ['no value', 'profile'],
  ['a value without quotes', `profile=${ADDRESS}`],
  ['a list', `profile=("${ADDRESS}")`],
  ['a number', 'profile=1'],
  ['bytes', 'profile=:aHR0cHM6Ly9hLmNvbQ==:'],
  ['an open quote', `profile="${ADDRESS}`],
  ['single quotes', `profile='${ADDRESS}'`],
  ['a capital letter in its name', `Profile="${ADDRESS}"`],
  ['a space around the sign', `profile = "${ADDRESS}"`],
  ['a comma at the end', `profile="${ADDRESS}",`],
  ['a semicolon between members', `a=1; profile="${ADDRESS}"`],
  ['another script', 'profile="https://пример.рф/"'],
  ['something malformed behind it', `profile="${ADDRESS}", !`],
  ['the address alone', ADDRESS],
  ['a last one that is no text', `profile="${ADDRESS}", profile`],
])('finds none in %s', (_, header) => {
  expect(profileOfHeader(header)).toBeNull()
})
