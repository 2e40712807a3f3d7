import { test } from './page-test.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { printedAddress, program } from './program.ts'

// Runs the built program as a user would, without a browser.

let folder = ''
let tokens = ''
// In a hook, not while the file is loaded: a worker that comes back to this file loads it only once.
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orchard-serve-'))
  tokens = join(folder, 'tokens.csv')
  writeFileSync(tokens, 'admin-token,admin,admin-uid,"system:masters"\nbob-token,bob,bob-uid,"dev"\n')
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Run {
  readonly child: ChildProcess
  readonly base: string
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>
}

/** Starts `orchard serve --port 0 …` and waits for the address that it prints. */
async function serve(...flags: string[]): Promise<Run> {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', ...flags])
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, errors })),
  )
  return { child, base: await printedAddress(child), ended }
}

const post = (base: string, name: string): Promise<Response> =>
  fetch(`${base}/api/v1/namespaces/default/configmaps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }),
  })

test('[ND1] SIGTERM ends watches and the program, with code 0', async () => {
  const { child, base, ended } = await serve()
  const response = await fetch(`${base}/api/v1/namespaces?watch=1`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  // One event for each namespace, before the signal.
  let events = 0
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    const before = events
    events += part.value.split('\n').length - 1
    if (before < 4 && events >= 4) child.kill('SIGTERM')
  }

  expect(events).toBeGreaterThanOrEqual(4)
  expect(await ended).toEqual({ code: 0, errors: '' })
})

test('[ND1] writes acknowledged before SIGKILL exist when the program runs again', async () => {
  const data = join(folder, 'data')
  const first = await serve('--data', data)
  const names = Array.from({ length: 40 }, (_, n) => `kept-${n}`)
  const answers = await Promise.all(names.map((name) => post(first.base, name)))
  expect(answers.every(({ status }) => status === 201)).toBe(true)
  first.child.kill('SIGKILL')
  await first.ended

  const second = await serve('--data', data)
  const list = (await (await fetch(`${second.base}/api/v1/namespaces/default/configmaps`)).json()) as {
    items: { metadata: { name: string } }[]
  }
  second.child.kill('SIGTERM')
  await second.ended

  expect(list.items.map(({ metadata }) => metadata.name).toSorted()).toEqual(names.toSorted())
})

test('[ND10] with a token file a token identifies the user, a wrong one gets 401, and a request without a token only reaches health and version', async () => {
  const { child, base, ended } = await serve('--token-auth-file', tokens)
  const get = async (path: string, token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return (await fetch(base + path, { headers })).status
  }

  expect(await get('/api/v1/namespaces', 'admin-token')).toBe(200)
  expect(await get('/api/v1', 'bob-token')).toBe(200)
  expect(await get('/api/v1/namespaces', 'bob-token')).toBe(403)
  expect(await get('/api/v1/namespaces', 'wrong')).toBe(401)
  expect(await get('/api/v1/namespaces')).toBe(403)
  expect(await get('/healthz')).toBe(200)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('[ND10] without a token file the server does not listen on other addresses', async () => {
  await expect(serve('--host', '0.0.0.0')).rejects.toThrow('add --token-auth-file')
})

test('[ND7] a port in use, a missing file and a wrong flag are reported in one line', async () => {
  const { child, base, ended } = await serve()
  const { port } = new URL(base)

  await expect(serve('--port', port)).rejects.toThrow(`orchard: port ${port} is in use`)
  await expect(serve('--token-auth-file', join(folder, 'none.csv'))).rejects.toThrow(/orchard: file .* does not exist/)
  await expect(serve('--history', 'soon')).rejects.toThrow('--history must be a duration')
  child.kill('SIGTERM')
  await ended
})

test('[ND1] /debug/ is served only if enabled', async () => {
  const plain = await serve()
  const open = await serve('--debug')

  expect((await fetch(`${plain.base}/debug/storage`)).status).toBe(404)
  expect((await fetch(`${open.base}/debug/storage`)).status).toBe(200)
  for (const { child, ended } of [plain, open]) {
    child.kill('SIGTERM')
    await ended
  }
})
