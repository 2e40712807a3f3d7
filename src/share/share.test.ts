import { expect, test } from 'vitest'
import type { SharedMoment } from '#facts/moment.ts'
import { deltaOf, applyDelta } from './value-delta.ts'
import { deflate, inflate } from './inflate.ts'
import { findLink, isMomentFile } from './find-link.ts'
import { fileOf, linkOf, readLink, readMomentFile } from './link.ts'
import { toBase64Url } from './base64url.ts'
import { actorCharactersMax, actorsMax, linkCharactersMax } from './limits.ts'
import { scrub, scrubConnection } from './scrub.ts'
import { sampleMoment } from '#testing/sample-moment.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const linkTo = (text: string, version = 1): string => `#l=${version}.${toBase64Url(deflate(bytesOf(text)))}`

test('[SH1] a link returns what went into it, every version byte for byte', () => {
  const shared = sampleMoment(40)
  const link = linkOf(shared)
  expect(link).toMatch(/^#l=1\.[A-Za-z0-9_-]+$/)
  expect(readLink(link)).toEqual({ shared, problem: null })
})

const watch = {
  name: 'stock page',
  path: '/apis/catalog.example/v1/namespaces/shop/books',
  labelSelector: 'shelf=a',
  fieldSelector: '',
  bookmarks: true,
  lastVersion: '19',
}

test('[SH13] a link carries open watches, of the API only', () => {
  const shared = { ...sampleMoment(3), watches: [watch] }
  expect(readLink(linkOf(shared))).toEqual({ shared, problem: null })
  for (const change of [
    { path: 'https://elsewhere.example/' },
    { path: '/debug/snapshot' },
    { path: '/api/../debug/snapshot' },
    { path: '/api/v1/pods?watch=1' },
    { lastVersion: 'x' },
  ])
    expect(readLink(linkOf({ ...shared, watches: [{ ...watch, ...change }] })).problem?.type).toBe('broken')
  expect(readLink(linkOf({ ...shared, watches: Array.from({ length: 21 }, () => watch) })).shared).toBeNull()
})

test('[SH1] a link is found in a pasted address, and what follows it in a chat is ignored', () => {
  const shared = sampleMoment(3)
  const found = findLink(`see https://orchard.example/lab/${linkOf(shared)} please`)
  expect(found).toBe(linkOf(shared))
  expect(readLink(`${found ?? ''}).`).shared).toEqual(shared)
  expect(findLink('no link')).toBe(null)
})

test.each<[string, unknown, unknown]>([
  ['a changed member', { a: 1, b: { c: 2 } }, { a: 1, b: { c: 3 } }],
  ['a removed and a new member', { a: 1, b: 2 }, { b: 2, z: [1] }],
  ['a new member between old ones', { a: 1, c: 2 }, { a: 1, b: 5, c: 2 }],
  ['a member __proto__', { a: 1 }, JSON.parse('{"a":1,"__proto__":{"x":1}}')],
  ['elements behind', [1], [1, { a: 2 }, 3]],
  ['fewer elements', [1, 2, 3], [1]],
  ['an object in place of a list', [1], { a: 1 }],
  ['null values', { a: null }, { a: null, b: null }],
])('[SH3] the difference to %s leads back to it', (_name, before, after) => {
  const delta = deltaOf(before as never, after as never)
  expect(JSON.stringify(applyDelta(before as never, delta))).toBe(JSON.stringify(after))
})

test('[SH3] a value that JSON would print otherwise keeps its text; int64 keep their digits', () => {
  const odd = '{"kind":"X","a":1.50,"2":1,"1":2}'
  const large = '{"kind":"X","n":9007199254740993}'
  const shared = sampleMoment(1)
  const [entry] = shared.moment.entries
  if (entry === undefined) throw new Error('the sample has an entry')
  const entries = [odd, large, odd].map((value, at) => ({ ...entry, revision: at + 2, value }))
  const moment = { ...shared.moment, revision: 4, compacted: 1, entries }
  expect(readLink(linkOf({ ...shared, moment })).shared?.moment.entries.map(({ value }) => value)).toEqual([
    odd,
    large,
    odd,
  ])
})

test('[SH15] a link carries the log of requests, with paths of this server only', () => {
  const one = {
    timeMs: Date.UTC(2026, 10, 22),
    method: 'GET',
    url: '/api/v1/namespaces/shop/configmaps?limit=2',
    verb: 'list',
    actor: 'alice',
    userAgent: 'kubectl/1.33',
    status: 200,
    reason: '',
    durationMs: 3,
    bytesIn: 0,
    bytesOut: 812,
    wrote: 0,
  }
  const requests = [one, { ...one, timeMs: one.timeMs + 5, method: 'DELETE', status: 409, reason: 'Conflict' }]
  const shared = { ...sampleMoment(3), requests }
  expect(readLink(linkOf(shared)).shared).toEqual(shared)
  for (const change of [{ url: '//evil.test/' }, { url: '/%E0%A4%A' }, { method: 'get' }, { status: 1.5 }])
    expect(readLink(linkOf({ ...shared, requests: [{ ...one, ...change }] })).problem?.type).toBe('broken')
  expect(readLink(linkOf({ ...shared, requests: Array.from({ length: 501 }, () => one) })).shared).toBeNull()
})

test('[SH16] a link carries the lesson that is played, with values that are JSON', () => {
  const lesson = { id: 'race-409', step: 2, isBegun: true, base: 60, kept: { version: '"84"' } }
  const shared = { ...sampleMoment(3), lesson }
  expect(readLink(linkOf(shared)).shared).toEqual(shared)
  for (const change of [{ step: 1.5 }, { step: -1 }, { kept: { version: '84"' } }, { id: 7 as never }])
    expect(readLink(linkOf({ ...shared, lesson: { ...lesson, ...change } })).problem?.type).toBe('broken')
})

test('[SH17] a link carries texts of actors as texts, of bounded number and length', () => {
  const actors = { texts: { 'stock-bot': 'name: stock-bot\n' }, own: ['name: colours\n', '&a [*a, <script>]'] }
  const shared = { ...sampleMoment(3), actors }
  expect(readLink(linkOf(shared))).toEqual({ shared, problem: null })
  expect(readMomentFile(fileOf(shared))).toEqual({ shared, problem: null })
  const long = 'x'.repeat(actorCharactersMax + 1)
  for (const change of [
    { own: [long] },
    { texts: { a: long } },
    { own: Array.from({ length: actorsMax + 1 }, () => 'name: a') },
    { texts: Object.fromEntries(Array.from({ length: actorsMax + 1 }, (_, at) => [`a${at}`, ''])) },
    { own: [7 as never] },
  ])
    expect(readLink(linkOf({ ...shared, actors: { ...actors, ...change } })).shared).toBeNull()
})

test('[PR7] a step carries its question and a request of the API', () => {
  const send = { method: 'PUT', target: '/api/v1/namespaces/a', contentType: '', body: '', as: 'alice', groups: ['b'] }
  const step = { title: 'a', text: '', notes: '', question: 'What does it say?', send, at: null, object: null }
  const shared = { ...sampleMoment(3), steps: [step] }
  expect(readLink(linkOf(shared)).shared).toEqual(shared)
  for (const change of [{ target: '/debug/reset' }, { target: '/api/../debug/reset' }, { method: 'TRACE' }])
    expect(readLink(linkOf({ ...shared, steps: [{ ...step, send: { ...send, ...change } }] })).shared).toBeNull()
})

test('[SH3] history costs little more than the state: each version is a difference', () => {
  expect(linkOf(sampleMoment(60)).length).toBeLessThan(2.5 * linkOf(sampleMoment(6)).length)
})

test('[SH2] inflating stops at its limit', () => {
  const bomb = deflate(new Uint8Array(4_000_000))
  const { bytes, isCut, isWhole } = inflate(bomb, 100_000)
  expect({ length: bytes.length, isCut, isWhole }).toEqual({ length: 100_000, isCut: true, isWhole: false })
})

test.each([
  ['nested too deeply', `{"t":${'['.repeat(500)}${']'.repeat(500)},"e":[]}`],
  ['too many values', `{"t":[${'0,'.repeat(2_100_000)}0],"e":[]}`],
])('[SH2] a document that is or holds %s is refused before it is parsed', (words, text) => {
  expect(readLink(linkTo(text))).toMatchObject({
    shared: null,
    problem: { type: 'broken', words: expect.stringContaining(words) },
  })
})

test('[SH2] differences that multiply are cut at the limit of expanded texts', () => {
  const big = JSON.stringify({ kind: 'X', data: 'x'.repeat(1_000_000) })
  const entries = [`[1,0,0,0,[${big}]]`, ...Array.from({ length: 500 }, () => '[1,0,0,0,{"n":[1]}]')]
  const text = `{"t":"bomb","r":501,"c":0,"n":0,"m":"edit","k":["/registry/x/y"],"a":[["a","b","c"]],"e":[${entries.join(',')}]}`
  const { shared, problem } = readLink(linkTo(text))
  expect(problem).toMatchObject({ type: 'broken' })
  expect(shared?.moment.entries.length).toBeLessThan(70)
  expect(shared?.moment.revision).toBe(shared?.moment.entries.at(-1)?.revision)
})

test('[SH4] a link that was cut off opens up to the last whole revision, and says so', () => {
  const link = linkOf(sampleMoment(60))
  const { shared, problem } = readLink(link.slice(0, Math.floor(link.length * 0.8)))
  expect(problem).toMatchObject({ type: 'broken', words: expect.stringContaining('opened up to revision') })
  expect(shared?.moment.entries.length).toBeGreaterThan(6)
  expect(shared?.moment.revision).toBe(shared?.moment.entries.at(-1)?.revision)
  expect(sampleMoment(60).moment.entries).toEqual(expect.arrayContaining([...(shared?.moment.entries ?? [])]))
})

test('[SH4] a state that was cut off opens with the objects that are left', () => {
  const whole = sampleMoment(20)
  const moment = { ...whole.moment, compacted: whole.moment.revision - 1 }
  const link = linkOf({ ...whole, moment })
  const { shared, problem } = readLink(link.slice(0, Math.floor(link.length * 0.8)))
  expect(problem).toMatchObject({ type: 'broken' })
  expect(shared?.moment.entries.length).toBeGreaterThan(2)
  expect(shared?.moment.compacted).toBe((shared?.moment.revision ?? 0) - 1)
})

test('[SH4] a changed letter is noticed by the checksum', () => {
  const link = linkOf(sampleMoment(5))
  const at = link.length - 3
  const changed = `${link.slice(0, at)}${link.charAt(at) === 'A' ? 'B' : 'A'}${link.slice(at + 1)}`
  expect(readLink(changed).problem).toMatchObject({ type: 'broken' })
})

test('[SH4] a newer link is read as far as it is known; one that is too long is not inflated', () => {
  const newer = linkOf(sampleMoment(5)).replace('#l=1.', '#l=2.')
  expect(readLink(newer)).toMatchObject({ shared: { moment: { title: 'bookshop' } }, problem: { type: 'newer' } })
  expect(readLink(linkTo('{"other":1}', 9))).toMatchObject({ shared: null, problem: { type: 'newer' } })
  expect(readLink(`#l=1.${'A'.repeat(linkCharactersMax + 1)}`)).toMatchObject({
    shared: null,
    problem: { type: 'too-long' },
  })
  expect(readLink('#l=x')).toMatchObject({ shared: null, problem: { type: 'broken' } })
})

test.each([
  ['a revision that does not increase', '[0,0,0,0,[{"a":1}]]'],
  ['a key that is not there', '[1,7,0,0,[{"a":1}]]'],
  ['a difference to nothing', '[1,1,0,0,{"a":[1]}]'],
  ['a list as value', '[1,0,0,0,[[1]]]'],
  ['a text that is no JSON', '[1,0,0,0,"{"]'],
  ['an endless time', '[1,0,0,9007199254740991,[{"a":1}]]'],
])('[SH4] an entry with %s ends what is read', (_name, entry) => {
  const text = `{"t":"x","r":9,"c":0,"n":0,"m":"edit","k":["/registry/x/y","/registry/x/z"],"a":[["a","b","c"]],"e":[[1,0,0,0,[{"a":0}]],${entry}]}`
  const { shared, problem } = readLink(linkTo(text))
  expect(problem).toMatchObject({ type: 'broken' })
  expect(shared?.moment.entries).toHaveLength(1)
  expect(shared?.moment.revision).toBe(1)
})

test('[SH7] a file holds the same, says so in its first characters, and is read when its end is missing', () => {
  const shared: SharedMoment = { ...sampleMoment(8), files: { tracing: 'kind: X\n' } }
  const file = fileOf(shared)
  expect(isMomentFile(file)).toBe(true)
  expect(readMomentFile(file)).toEqual({ shared, problem: null })
  expect(readMomentFile(file.slice(0, -40))).toMatchObject({ problem: { type: 'broken' }, shared: { mode: 'edit' } })
  expect(readMomentFile('{"format":"orchard-snapshot/1"}')).toMatchObject({ shared: null })
})

test('[SH5] private keys and signed tokens are taken out of any text', () => {
  const key = '-----BEGIN EC PRIVATE KEY-----\\nabc\\n-----END EC PRIVATE KEY-----'
  const token = 'eyJhbGciOiJub25l.eyJzdWIiOiJ4In0.c2ln'
  const certificate = '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----'
  expect(scrub(`{"a":"${key}","b":"Bearer ${token}","c":"${certificate}"}`)).toEqual({
    text: `{"a":"left out: a private key","b":"Bearer left-out-a-token","c":"${certificate}"}`,
    tokens: 1,
    privateKeys: 1,
  })
  expect(scrubConnection('user:\n    token: of-the-server\n    password: "x"\n    name: y\n')).toEqual({
    text: 'user:\n    token: ""\n    password: ""\n    name: y\n',
    tokens: 2,
    privateKeys: 0,
  })
})
