import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { newEvents } from '#server/resources/events/events/definition.ts'
import { events } from './definition.ts'

const inDefault = { metadata: { namespace: 'default', name: 'e' } }
const time = '2024-01-01T00:00:00.000000Z'
const newer = (more: JsonObject = {}): JsonObject => ({
  ...inDefault,
  eventTime: time,
  reportingController: 'example.com/c',
  reportingInstance: 'c-1',
  action: 'Did',
  reason: 'Because',
  type: 'Normal',
  regarding: { kind: 'Pod', name: 'p', namespace: 'default' },
  ...more,
})

test('[EV1] [EV2] both versions serve the same stored object with their own field names', () => {
  const { storage } = newEvents
  const { object } = tryCreate(newEvents, newer({ note: 'text' }))
  const stored = storage?.toStorage(object)
  expect(stored).toMatchObject({
    involvedObject: { kind: 'Pod' },
    message: 'text',
    reportingComponent: 'example.com/c',
  })
  expect(stored).not.toHaveProperty('note')
  expect(stored && storage?.fromStorage(stored)).toMatchObject({ note: 'text', regarding: { name: 'p' } })
  expect(storage).toMatchObject({ group: '', resource: 'events' })
})

test('[EV1] [EV2] field selectors use the field names of the version', () => {
  const { object } = tryCreate(events, {
    ...inDefault,
    involvedObject: { kind: 'Pod' },
    source: { component: 's' },
    type: 'Warning',
  })
  const select = (name: string): unknown => events.selectableFields?.[name]?.(object)
  expect(['involvedObject.kind', 'source', 'type', 'reason'].map(select)).toEqual(['Pod', 's', 'Warning', ''])
  expect(newEvents.selectableFields).toHaveProperty(['regarding.kind'])
  expect(newEvents.selectableFields).not.toHaveProperty(['source'])
})

test('[EV3] a core/v1 event is in the namespace of its involved object', () => {
  const about = (namespace: string) =>
    tryCreate(events, { ...inDefault, involvedObject: namespace === '' ? {} : { namespace } }).errors
  expect(about('default')).toEqual([])
  expect(about('')).toEqual([])
  expect(about('other')).toEqual(['involvedObject.namespace: Invalid value: "other": does not match event.namespace'])
})

test('[EV3] an event with eventTime must be complete', () => {
  expect(
    tryCreate(events, { ...inDefault, eventTime: time, involvedObject: {} }).errors.filter(
      (text) => !text.includes('name part'),
    ),
  ).toEqual([
    'reportingComponent: Required value',
    'reportingInstance: Required value',
    'action: Required value',
    'reason: Required value',
  ])
})

test('[EV4] events.orch.io/v1 requires a time and a known type, and refuses the deprecated fields', () => {
  expect(tryCreate(newEvents, newer()).errors).toEqual([])
  const { eventTime: _, ...timeless } = newer({
    type: 'Odd',
    series: { count: 1 },
    deprecatedCount: 2,
    deprecatedSource: { host: 'h' },
  })
  expect(tryCreate(newEvents, timeless).errors).toEqual([
    'series.count: Invalid value: "": should be at least 2',
    'series.lastObservedTime: Required value',
    'eventTime: Required value',
    'type: Invalid value: "": has invalid value: Odd',
    'count: Invalid value: "": needs to be unset',
    'source: Invalid value: "": needs to be unset',
  ])
})

test('[EV5] only the series is mutable', () => {
  const live = tryCreate(newEvents, newer()).object
  const series = { count: 2, lastObservedTime: time }
  expect(tryUpdate(newEvents, live, newer({ series })).errors).toEqual([])
  expect(tryUpdate(newEvents, live, newer({ reason: 'Other', note: 'new' })).errors).toEqual([
    'reason: Invalid value: "Other": field is immutable',
    'message: Invalid value: "new": field is immutable',
    'reason: Invalid value: "Other": field is immutable',
  ])
})

test('[TB1] a row shows source, reason and object of the event', () => {
  const { object } = tryCreate(events, {
    ...inDefault,
    involvedObject: { kind: 'Pod', name: 'p' },
    type: 'Normal',
    reason: 'R',
    message: ' text \n',
    lastTimestamp: '2024-01-01T23:00:00Z',
  })
  expect(cellsOf(events, object).slice(0, 4)).toEqual(['60m', 'Normal', 'R', 'pod/p'])
})
