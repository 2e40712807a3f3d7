import { expect, test } from 'vitest'
import { foreignCaller } from './foreign-caller.ts'

test.each([
  [{ host: 'localhost:8080' }],
  [{ host: '127.0.0.1' }],
  [{ host: '[::1]:8080' }],
  [{ host: 'localhost:8080', origin: 'http://localhost:8080' }],
  [{ host: 'localhost', 'sec-fetch-site': 'same-origin' }],
])('[ND11] %j is a caller on this machine', (headers) => {
  expect(foreignCaller(headers)).toBeNull()
})

test.each([
  [{ host: 'evil.example:8080' }],
  [{ host: 'localhost.evil.example' }],
  [{ host: '127.0.0.1.evil.example' }],
  [{ host: '' }],
  [{}],
  [{ host: 'localhost', origin: 'https://evil.example' }],
  [{ host: 'localhost', origin: 'null' }],
  [{ host: 'localhost:8080', origin: 'http://localhost:3000' }],
  [{ host: 'localhost', origin: 'http://localhost.evil.example' }],
  [{ host: 'localhost', 'sec-fetch-site': 'cross-site' }],
])('[ND11] %j is not accepted as the user of this machine', (headers) => {
  expect(foreignCaller(headers)).toEqual(expect.any(String))
})

test('[ND18] a page of an allowed origin is accepted, but not under a host name that is not of this machine', () => {
  const allowed = ['http://localhost:5173']
  const page = { origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' }
  expect(foreignCaller({ host: '127.0.0.1:8080', ...page }, allowed)).toBeNull()
  expect(foreignCaller({ host: 'evil.example', ...page }, allowed)).toEqual(expect.any(String))
  expect(foreignCaller({ host: '127.0.0.1', ...page, origin: 'http://localhost:51730' }, allowed)).toEqual(
    expect.any(String),
  )
})
