import { expect, test } from 'vitest'
import { useMemoryStorage } from '#testing/memory-storage.ts'
import { createStore } from 'zustand/vanilla'
import type { Lab } from '#ui/lab/lab.ts'
import { sendable } from './import-state.ts'
import { createImports, createImportsWith } from './import-store.ts'
import { createReader } from './reader.ts'

useMemoryStorage()

const kinds = [
  { id: 'v1.configmaps', group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true },
  { id: 'v1.namespaces', group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', namespaced: false },
]

const manifest = (kind: string, name: string, more = ''): string =>
  `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n${more}`

/** A Lab whose server selects the response by the last path segment and by whether the request is a dry run. */
function importsOf(answers: Readonly<Record<string, (isDry: boolean) => Response>>, freeBytes?: () => Promise<number>) {
  const sent: string[] = []
  const send = async (target: string) => {
    const { pathname, searchParams } = new URL(target, 'http://lab')
    const name = pathname.split('/').at(-1) ?? ''
    sent.push(`${searchParams.get('dryRun') ?? 'real'} ${name}${searchParams.has('force') ? ' forced' : ''}`)
    return (
      answers[name]?.(searchParams.has('dryRun')) ??
      Response.json({ metadata: { resourceVersion: '9' } }, { status: 201 })
    )
  }
  const collections = new Map(kinds.map((resource) => [resource.id, { resource, state: 'live', items: new Map() }]))
  const lab = { partStates: new Map(), send, objects: createStore(() => ({ collections })) } as unknown as Lab
  const imports = freeBytes === undefined ? createImports(lab) : createImportsWith(lab, createReader(), freeBytes)
  return { imports, sent }
}

const refused = (reason: string, code: number, causes: readonly object[] = []) =>
  Response.json(
    {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      reason,
      code,
      message: reason,
      details: { causes },
    },
    { status: code },
  )

async function readAll(imports: ReturnType<typeof createImports>, text: string): Promise<void> {
  await imports.read(text, 'pasted')
}

const types = (imports: ReturnType<typeof createImports>) =>
  [...imports.store.getState().outcomes.values()].map(({ type }) => type)

test('[IM7] documents are tried by dry runs; stored ones are not sent twice, refused ones can be retried', async () => {
  let isMended = false
  const { imports, sent } = importsOf({
    bad: () =>
      isMended ? Response.json({ metadata: { resourceVersion: '9' } }, { status: 201 }) : refused('Invalid', 422),
  })
  await readAll(imports, `${manifest('ConfigMap', 'good')}---\n${manifest('ConfigMap', 'bad')}`)
  expect(types(imports)).toEqual(['would', 'refused'])
  expect(sent.every((line) => line.startsWith('All '))).toBe(true)
  await imports.apply()
  expect(types(imports)).toEqual(['done', 'refused'])
  isMended = true
  sent.length = 0
  await imports.tryAll()
  await imports.apply()
  expect(types(imports)).toEqual(['done', 'done'])
  expect(sent).toEqual(['All bad', 'real bad'])
})

test('[IM7] a conflict is forced for one document only, and a document can be skipped', async () => {
  const { imports, sent } = importsOf({
    held: (isDry) =>
      isDry && sent.at(-1) === 'All held'
        ? refused('Conflict', 409, [{ reason: 'FieldManagerConflict', field: '.data.a' }])
        : Response.json({ metadata: { resourceVersion: '9' } }, { status: 201 }),
  })
  await readAll(imports, `${manifest('ConfigMap', 'free')}---\n${manifest('ConfigMap', 'held')}`)
  expect(types(imports)).toEqual(['would', 'refused'])
  await imports.force(2)
  expect(types(imports)).toEqual(['would', 'would'])
  imports.toggleSkip(1)
  expect(sendable(imports.store.getState())).toEqual([2])
  await imports.apply()
  expect(sent.filter((line) => line.startsWith('real'))).toEqual(['real held forced'])
})

test('[IM7] a refusal without causes is shown at the field that its words name', async () => {
  const words = (message: string) =>
    Response.json({ kind: 'Status', status: 'Failure', message, code: 500 }, { status: 500 })
  const { imports } = importsOf({
    typed: () =>
      words('failed to create typed patch object (default/typed; /v1, Kind=ConfigMap): .data.b: expected string'),
    strict: () => words('strict decoding error: unknown field "data.b"'),
    other: () => words('the server is shutting down. Try again: later'),
  })
  const data = 'data:\n  a: x\n  b: 1\n'
  await readAll(imports, ['typed', 'strict', 'other'].map((name) => manifest('ConfigMap', name, data)).join('---\n'))
  const lines = [...imports.store.getState().outcomes.values()].map((one) => one.type === 'refused' && one.line)
  expect(lines).toEqual([7, 15, 17])
})

test('[IM8] an object that needs a namespace of the same text waits for it', async () => {
  let isThere = false
  const { imports } = importsOf({
    fresh: (isDry) => {
      isThere ||= !isDry
      return Response.json({ metadata: { resourceVersion: '9' } }, { status: 201 })
    },
    inside: () =>
      isThere ? Response.json({ metadata: { resourceVersion: '10' } }, { status: 201 }) : refused('NotFound', 404),
  })
  await readAll(
    imports,
    `${manifest('Namespace', 'fresh')}---\n${manifest('ConfigMap', 'inside', '  namespace: fresh\n')}`,
  )
  expect(imports.store.getState().outcomes.get(2)).toEqual({ type: 'later', needs: 'Namespace fresh' })
  await imports.apply()
  expect(types(imports)).toEqual(['done', 'done'])
})

test('[MC14] documents that do not fit into the browser are not sent at all, until there is room', async () => {
  let free = 1_500_000
  const { imports, sent } = importsOf({}, async () => free)
  const long = `data:\n  text: ${'x'.repeat(150_000)}\n`
  await readAll(imports, `${manifest('ConfigMap', 'a', long)}---\n${manifest('ConfigMap', 'b', long)}`)
  await imports.apply()
  expect(imports.store.getState()).toMatchObject({
    isSending: false,
    noRoom: expect.stringContaining('need about 601 kB, and 1.5 MB are free'),
  })
  expect(sent).toEqual(['All a', 'All b'])
  imports.toggleSkip(2)
  await imports.apply()
  expect(imports.store.getState().noRoom).toBe('')
  imports.toggleSkip(2)
  free = 9_000_000
  await imports.apply()
  expect(types(imports)).toEqual(['done', 'done'])
})
