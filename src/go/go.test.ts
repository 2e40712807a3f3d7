import { expect, test } from 'vitest'
import { AddressError, addressText, parseAddress } from './address.ts'
import { Base64Error, type Base64Encoding, decodeBase64, encodeBase64 } from './base64.ts'
import addresses from './data/addresses.json'
import base64 from './data/base64.json'
import der from './data/der.json'
import durations from './data/durations.json'
import jsonSyntax from './data/json-syntax.json'
import pem from './data/pem.json'
import queries from './data/queries.json'
import quotes from './data/quotes.json'
import urls from './data/urls.json'
import { DerError, derTypes, oidText, readDer } from './der.ts'
import { numberText } from './double-text.ts'
import { DurationError, formatDuration, parseDuration } from './duration.ts'
import { findSyntaxError } from './json-syntax.ts'
import { pemBlocks } from './pem.ts'
import { groupPairs, parseQuery } from './query-string.ts'
import { quoteGo } from './quote.ts'
import {
  escapedPath,
  fragmentOf,
  hostnameOf,
  parseRequestUri,
  parseUrl,
  pathOf,
  portOf,
  UrlError,
  urlText,
} from './url.ts'

/** Returns the result of `read()`, or the message of an error of the expected class. */
function answerOf<Value>(expected: new (message: string) => Error, read: () => Value): Value | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof expected) return error.message
    throw error
  }
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const fromHex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'hex'))

/** Compares all rows at once, so that a failure shows each wrong row. */
function expectRows<Row extends readonly unknown[]>(
  rows: readonly Row[],
  answer: (row: Row) => unknown,
  expected: (row: Row) => unknown,
): void {
  expect(rows.length).toBeGreaterThan(100)
  const given = (row: Row): string => JSON.stringify(row.slice(0, 2))
  const wrong = rows.filter((row) => !Object.is(JSON.stringify(answer(row)), JSON.stringify(expected(row))))
  expect(wrong.map((row) => [given(row), answer(row)])).toEqual(wrong.map((row) => [given(row), expected(row)]))
}

function partsOf(text: string, mode: string) {
  const url = mode === 'parse' ? parseUrl(text) : parseRequestUri(text)
  return {
    escapedPath: escapedPath(url),
    fragment: fragmentOf(url),
    host: url.host,
    hostname: hostnameOf(url),
    opaque: url.opaque,
    path: pathOf(url),
    port: portOf(url),
    query: url.query,
    scheme: url.scheme,
    text: urlText(url),
    user: url.user,
  }
}

type Row = readonly unknown[]
const table = (data: unknown): readonly Row[] => data as readonly Row[]
const textAt = (row: Row, at: number): string => String(row[at])

test('[GO1] URLs are parsed, refused and printed as by net/url', () => {
  expectRows(
    table(urls),
    (row) => answerOf(UrlError, () => partsOf(textAt(row, 1), textAt(row, 0))),
    (row) => row[2],
  )
})

test('[GO1] query strings are parsed as by net/url', () => {
  expectRows(
    table(queries),
    (row) => {
      const { pairs, error } = parseQuery(textAt(row, 0))
      const values = [...groupPairs(pairs)].toSorted(([a], [b]) => (a < b ? -1 : 1))
      return [Object.fromEntries(values), error]
    },
    (row) => row.slice(1),
  )
})

test('[GO1] strings are quoted as by strconv.Quote', () => {
  expectRows(
    table(quotes),
    (row) => quoteGo(textAt(row, 0)),
    (row) => row[1],
  )
})

test('[GO1] durations are parsed and printed as by package time', () => {
  expectRows(
    table(durations),
    (row) =>
      answerOf(DurationError, () => {
        const nanos = parseDuration(textAt(row, 0))
        return [String(nanos), formatDuration(nanos)]
      }),
    (row) => row[1],
  )
})

test('[GO1] base64 is decoded and encoded as by encoding/base64', () => {
  expectRows(
    table(base64),
    (row) => {
      const encoding = textAt(row, 0) as Base64Encoding
      const read = answerOf(Base64Error, () => decodeBase64(textAt(row, 1), encoding))
      return typeof read === 'string' ? [null, read] : [toHex(read), encodeBase64(read, encoding)]
    },
    (row) => row.slice(2),
  )
})

test('[GO1] invalid JSON is refused with the message of encoding/json, nesting included', () => {
  expectRows(
    table(jsonSyntax),
    ([text, count, end]) => {
      const json = String(text).repeat(Number(count)) + String(end)
      return findSyntaxError(new TextEncoder().encode(json))?.message ?? ''
    },
    (row) => row[3],
  )
})

test('[GO1] PEM blocks are found as by encoding/pem', () => {
  expectRows(
    table(pem),
    (row) => pemBlocks(textAt(row, 0)).map(({ type, headers, bytes }) => [type, headers, toHex(bytes)]),
    (row) => row[1],
  )
})

test('[GO1] DER is parsed as by encoding/asn1', () => {
  expectRows(
    table(der),
    (row) =>
      answerOf(DerError, () => {
        const bytes = fromHex(textAt(row, 0))
        const value = readDer(bytes)
        const isOid = value.identifier === derTypes.objectIdentifier
        const oid = isOid ? answerOf(DerError, () => oidText(value)) : ''
        return {
          class: value.class,
          constructed: value.isConstructed,
          content: toHex(value.content),
          oid: oid.startsWith('asn1: ') ? '' : oid,
          rest: bytes.length - value.whole.length,
          tag: value.tag,
        }
      }),
    (row) => row[1],
  )
})

test('[GO1] IP addresses are parsed and printed as by net/netip', () => {
  expectRows(
    table(addresses),
    (row) =>
      answerOf(AddressError, () => {
        const address = parseAddress(textAt(row, 0))
        return [address.bytes.length === 4, addressText(address)]
      }),
    (row) => row[1],
  )
})

test('[GO1] numbers are printed as by fmt: doubles with an exponent from a million on', () => {
  expect([1000000, 1234567.5, 2 ** 63, 0.00001, 2.5, 9007199254740993n].map(numberText)).toEqual([
    '1000000',
    '1.2345675e+06',
    '9.223372036854776e+18',
    '1e-05',
    '2.5',
    '9007199254740993',
  ])
})
