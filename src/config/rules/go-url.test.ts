import { expect, test } from 'vitest'
import { parseGoUrl } from './go-url.ts'

const refused = (text: string): string => {
  const url = parseGoUrl(text)
  return url.type === 'refused' ? url.message : 'no error'
}

test.each([
  ['https://a:b', 'parse "https://a:b": invalid port ":b" after host'],
  ['https://[::1', `parse "https://[::1": missing ']' in host`],
  ['https://[::1]x', 'parse "https://[::1]x": invalid port "x" after host'],
  ['https://a/%zz', 'parse "https://a/%zz": invalid URL escape "%zz"'],
  ['https://a/%', 'parse "https://a/%": invalid URL escape "%"'],
  ['https://a%41', 'parse "https://a%41": invalid URL escape "%41"'],
  ['https://a b', 'parse "https://a b": invalid character " " in host name'],
  ['https://a|b', 'parse "https://a|b": invalid character "|" in host name'],
  ['https://u\u00e9r@a', 'parse "https://u\u00e9r@a": net/url: invalid userinfo'],
  ['https://a\n', 'parse "https://a\\n": net/url: invalid control character in URL'],
  [':x', 'parse ":x": missing protocol scheme'],
  ['1a:b', 'parse "1a:b": first path segment in URL cannot contain colon'],
  [' https://a', 'parse " https://a": first path segment in URL cannot contain colon'],
  ['https://a#%zz', 'parse "https://a#%zz": invalid URL escape "%zz"'],
])('[CFG21] %j is refused in the words of Go', (text, message) => {
  expect(refused(text)).toBe(message)
})

test.each([
  ['HTTPS://A', { scheme: 'https', host: 'A' }],
  ['https:x', { scheme: 'https', host: '' }],
  ['https://', { scheme: 'https', host: '' }],
  ['//a/b', { scheme: '', host: 'a' }],
  ['https://@a', { hasUser: true }],
  ['https://a?', { query: '' }],
  ['https://a?b#c', { query: 'b', fragment: 'c' }],
  ['https://[fe80::1%25en0]:80/x', { host: '[fe80::1%25en0]:80' }],
  ['https://a:', { host: 'a:' }],
  ['https://\u00e9', { host: '\u00e9' }],
  ['///a', { host: '' }],
  ['*', { scheme: '' }],
])('[CFG21] %j is read as Go reads it', (text, parts) => {
  expect(parseGoUrl(text)).toMatchObject({ type: 'url', ...parts })
})
