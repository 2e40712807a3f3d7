import { expect, test } from 'vitest'
import type { WatchEvent } from '#api/watch-event.ts'
import { EventReader } from '#client/event-reader.ts'
import { endsInitialEvents, errorOf, toLaneEvent } from './lane-events.ts'

const bodyOf = (...chunks: readonly string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })

const pod = { kind: 'Pod', metadata: { name: 'wéb', namespace: 'shop', resourceVersion: '7' } }

test('[WT1] the size of a line is counted in bytes, also when a chunk ends within a line', async () => {
  const line = JSON.stringify({ type: 'ADDED', object: pod })
  const read = []
  for await (const lines of new EventReader(bodyOf(`${line}\n${line.slice(0, 9)}`, `${line.slice(9)}\n`)).events())
    read.push(...lines)
  expect(read.map(({ bytes }) => bytes)).toEqual([line.length + 2, line.length + 2])
  expect(read[1]?.event).toEqual({ type: 'ADDED', object: pod })
})

test('[WT1] an event keeps what the lane displays; an ERROR has no version', () => {
  const event = { type: 'MODIFIED', object: pod } as WatchEvent
  expect(toLaneEvent({ event, bytes: 90 }, 12, false)).toEqual({
    type: 'MODIFIED',
    resourceVersion: '7',
    kind: 'Pod',
    namespace: 'shop',
    name: 'wéb',
    bytes: 90,
    timeMs: 12,
    initial: false,
  })
  const status = { kind: 'Status', code: 410, metadata: { resourceVersion: '9' } }
  const error = { type: 'ERROR', object: status } as WatchEvent
  expect(toLaneEvent({ event: error, bytes: 1 }, 0, true).resourceVersion).toBe('')
  expect([errorOf(error), errorOf(event)]).toEqual([status, null])
})

test('[WT1] [VO7] only the annotated bookmark ends the initial events', () => {
  const bookmark = (annotations?: object) => ({ type: 'BOOKMARK', object: { metadata: { annotations } } }) as WatchEvent
  expect(endsInitialEvents(bookmark({ 'orch.io/initial-events-end': 'true' }))).toBe(true)
  expect(endsInitialEvents(bookmark({ 'k8s.io/initial-events-end': 'true' }))).toBe(true)
  expect(endsInitialEvents(bookmark())).toBe(false)
  expect(endsInitialEvents({ ...bookmark({ 'orch.io/initial-events-end': 'true' }), type: 'ADDED' })).toBe(false)
})
