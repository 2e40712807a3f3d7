import { IDBFactory, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toRevision } from '#api/revision.ts'
import { forkContents } from '#clusters/fork-contents.ts'
import { createFakeLocks } from '#testing/fake-locks.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { openIndexedDbLog } from './indexeddb-log.ts'

const clock = { now: () => 1_700_000_000_000 } as Parameters<typeof createMemoryLog>[0]['clock']
const author = { actor: 'alice', verb: 'update', manager: 'test' }
const everything = { start: '', end: '\uffff' }

beforeEach(() => void vi.stubGlobal('IDBKeyRange', FakeKeyRange))
afterEach(() => void vi.unstubAllGlobals())

test('[MC6] a branch of a compacted history opens again from its database', async () => {
  const source = createMemoryLog({ clock })
  const write = async (key: string, expected: number, text: string) => {
    const value = new TextEncoder().encode(text)
    await source.append({ key, expected: expected as never, value, author })
  }
  await write('a', 0, 'a1')
  await write('b', 0, 'b1')
  await write('b', 2, 'b2')
  await write('b', 3, 'b3')
  await write('c', 0, 'c1')
  await source.compact(toRevision(3))
  const contents = await forkContents(source, toRevision(4))
  const open = { name: 'fork', clock, factory: new IDBFactory(), locks: createFakeLocks() }

  const made = await openIndexedDbLog({ ...open, prepared: async () => contents })
  await made.close()
  const again = await openIndexedDbLog(open)

  expect([again.revision(), again.compacted()]).toEqual([4, 3])
  const { entries } = await again.range(everything)
  expect(
    entries.map(({ key, revision, value }) => [key, revision, new TextDecoder().decode(value ?? undefined)]),
  ).toEqual([
    ['a', 1, 'a1'],
    ['b', 4, 'b3'],
  ])
})
