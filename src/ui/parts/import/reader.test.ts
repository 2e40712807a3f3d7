import { expect, test } from 'vitest'
import { importBytesMax, readDocuments } from './documents.ts'
import { createReader, type ReaderCall, type ReaderWorker } from './reader.ts'

/** A worker that answers when the test says so. */
function fakeWorkers() {
  const workers: (ReaderWorker & { readonly calls: ReaderCall[]; isEnded: boolean })[] = []
  const late: (() => void)[] = []
  const start = (): ReaderWorker => {
    const worker = {
      calls: [] as ReaderCall[],
      isEnded: false,
      onmessage: null,
      onerror: null,
      postMessage(call: ReaderCall) {
        worker.calls.push(call)
      },
      terminate() {
        worker.isEnded = true
      },
    }
    workers.push(worker)
    return worker
  }
  const after = (run: () => void) => {
    late.push(run)
    return () => undefined
  }
  const answer = (at: number): void => {
    const worker = workers[at]
    const call = worker?.calls.at(-1)
    if (worker === undefined || call === undefined) throw new Error('no call')
    const result = call.type === 'read' ? readDocuments(call.text) : 7
    worker.onmessage?.(new MessageEvent('message', { data: { id: call.id, result } }))
  }
  return { workers, late, answer, reader: createReader({ start, after }) }
}

test('[IM10] a text is read in a worker, which then finds the lines of its fields', async () => {
  const { answer, reader } = fakeWorkers()
  const read = reader.read('kind: A\n')
  answer(0)
  expect((await read)?.found).toHaveLength(1)
  const line = reader.lineOf(1, 'spec')
  answer(0)
  expect(await line).toBe(7)
})

test('[IM10] a newer text ends the worker that still reads an older one', async () => {
  const { workers, answer, reader } = fakeWorkers()
  const first = reader.read('kind: A\n')
  const second = reader.read('kind: B\n')
  expect(workers[0]?.isEnded).toBe(true)
  answer(1)
  expect(await first).toBeNull()
  expect((await second)?.found[0]?.object['kind']).toBe('B')
})

test('[IM10] a text that takes too long is given up; the next one gets a new worker', async () => {
  const { workers, late, answer, reader } = fakeWorkers()
  const slow = reader.read('kind: A\n')
  late[0]?.()
  expect((await slow)?.unreadable[0]?.problem).toContain('longer than 10 s')
  expect(workers[0]?.isEnded).toBe(true)
  const next = reader.read('kind: B\n')
  answer(1)
  expect((await next)?.found).toHaveLength(1)
})

test('[IM10] a text that is too large gets its answer without a worker', async () => {
  const { workers, reader } = fakeWorkers()
  expect((await reader.read('x'.repeat(importBytesMax + 1)))?.unreadable[0]?.problem).toContain('at most 4 MiB')
  expect(workers).toHaveLength(0)
})

test('[IM10] without workers the page reads by itself', async () => {
  const reader = createReader({ start: () => null, after: () => () => undefined })
  expect((await reader.read('a: 1\nkind: A\nspec:\n  b: 2\n'))?.found).toHaveLength(1)
  expect(await reader.lineOf(1, 'spec.b')).toBe(4)
})
