import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOrchard } from '#library/orchard.ts'
import { cassette, type CassetteOptions } from './cassette.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orchard-cassette-'))
  path = join(folder, 'shop.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

const configMaps = '/api/v1/namespaces/default/configmaps'
const post = (name: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer secret' },
  body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }),
})

/** Records a create, an event that it causes, and two lists; returns what a client saw. */
async function recordShop(): Promise<readonly string[]> {
  await using server = await createOrchard({ seed: 1, now: 0 })
  await using tape = await cassette(path, { mode: 'record', from: (input, init) => server.fetch(input, init) })
  expect(tape.mode).toBe('record')
  const watch = await tape.fetch(`${configMaps}?watch=true&resourceVersion=${server.revision()}`)
  const before = await (await tape.fetch(`http://cluster.test${configMaps}?limit=9&timeout=5s`)).text()
  const made = await (await tape.fetch(configMaps, post('a'))).text()
  const reader = watch.body?.getReader()
  const event = new TextDecoder().decode((await reader?.read())?.value)
  await reader?.cancel()
  const after = await (await tape.fetch(`${configMaps}?limit=9&timeout=5s`)).text()
  return [before, made, event, after]
}

test('[LIB20] recorded answers are replayed by method, path, query and body, in their order', async () => {
  const [before, made, event, after] = await recordShop()
  expect(readFileSync(path, 'utf8')).not.toContain('secret')
  await using tape = await cassette(path, { mode: 'replay-or-record', speed: Infinity })
  expect(tape.mode).toBe('replay')
  // Parameters in another order, and JSON in another spelling, are the same request.
  const list = async () => (await tape.fetch(`${configMaps}?timeout=5s&limit=9`)).text()
  expect(await list()).toBe(before)
  const spelled = '{"kind":"ConfigMap", "metadata":{"name":"a"}, "apiVersion":"v1"}'
  expect(await (await tape.fetch(configMaps, { ...post('a'), body: spelled })).text()).toBe(made)
  expect(await list()).toBe(after)
  expect(await list()).toBe(after)
  const { resourceVersion } = (JSON.parse(before ?? '') as { metadata: { resourceVersion: string } }).metadata
  const stopping = new AbortController()
  const { signal } = stopping
  const watch = await tape.fetch(`${configMaps}?watch=true&resourceVersion=${resourceVersion}`, { signal })
  const reader = watch.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(event)
  // The watch was open when the recording ended.
  const next = expect(reader?.read()).rejects.toThrow('aborted')
  stopping.abort()
  await next
})

test('[LIB21] a request without a recorded answer fails by its name, also when the client hides it', async () => {
  await recordShop()
  const tape = await cassette(path, { mode: 'replay', speed: Infinity })
  await expect(tape.fetch(configMaps, post('b'))).rejects.toThrow(`has no answer to POST ${configMaps} with the body {`)
  await expect(tape.fetch(`${configMaps}?limit=8&timeout=5s`)).rejects.toThrow(`GET ${configMaps}?limit=8`)
  expect(tape.unknown).toEqual([`POST ${configMaps}`, `GET ${configMaps}?limit=8&timeout=5s`])
  await expect(tape.close()).rejects.toThrow(`${path} has no answer to POST ${configMaps}, GET ${configMaps}?limit=8`)
})

test('[LIB22] files of every version since the first are replayed', async () => {
  const track = { type: 'track', id: 1, status: 200, contentType: 'application/json', atMs: 1 }
  const lines = [
    { ...track, method: 'GET', target: '/version' },
    { type: 'chunk', id: 1, atMs: 2, bytes: btoa('{"major":"1"}') },
    { type: 'end', id: 1, atMs: 3 },
  ]
  for (const version of [1, 2]) {
    writeFileSync(
      path,
      [{ format: `orchard-cassette/${version}` }, ...lines].map((line) => JSON.stringify(line)).join('\n'),
    )
    await using tape = await cassette(path, { mode: 'replay' })
    expect(await (await tape.fetch('/version')).json()).toEqual({ major: '1' })
  }
  writeFileSync(path, '{"format":"orchard-cassette/99"}\n')
  await expect(cassette(path, { mode: 'replay' })).rejects.toThrow(
    `${path} cannot be replayed: line 1: this is no cassette`,
  )
})

test.each([
  [{ mode: 'play' }, TypeError, 'mode is one of record, replay, replay-or-record'],
  [{ mode: 'record' }, TypeError, 'from must be a function'],
  [{ mode: 'replay-or-record' }, TypeError, 'from must be a function'],
  [{ mode: 'replay', speed: 0 }, TypeError, 'speed is a number above 0'],
  [{ mode: 'replay' }, Error, 'no such file'],
])('[LIB21] %j is refused in one sentence', async (options, type, message) => {
  const error: unknown = await cassette(path, options as CassetteOptions).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(type)
  expect(String(error)).toContain(message)
})
