import { expect, test, vi } from 'vitest'
import { isChord, isSingleKey, type Pressed, Sequence } from './chord.ts'
import type { Command } from '#ui/lab/command.ts'
import { isOfRoom } from './commands.ts'
import { commandScore, fit, listedKinds, meansRoom, parseQuery, placeHits } from './palette-search.ts'
import type { ObjectView } from '#ui/model/object-view.ts'
import type { Place } from '#ui/lab/page/place.ts'

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
})

test('[KB2] a chord matches its key with exactly its modifiers', () => {
  expect(isChord('Mod+k', press('k', { ctrlKey: true }))).toBe(true)
  expect(isChord('Mod+k', press('K', { metaKey: true }))).toBe(true)
  expect(isChord('Mod+k', press('k'))).toBe(false)
  expect(isChord('d', press('d', { ctrlKey: true }))).toBe(false)
  expect(isChord('Shift+F6', press('F6', { shiftKey: true }))).toBe(true)
  expect(isChord('F6', press('F6', { shiftKey: true }))).toBe(false)
})

test('[KB2] a symbol matches, whatever modifiers the keyboard needs for it', () => {
  expect(isChord('?', press('?', { shiftKey: true }))).toBe(true)
  expect(isChord('Shift+[', press('{', { shiftKey: true }))).toBe(true)
  expect(isChord('[', press('{', { shiftKey: true }))).toBe(false)
  expect(isChord('+', press('+', { shiftKey: true }))).toBe(true)
})

test('[KB2] keys without a modifier are single keys, function keys are not', () => {
  expect(['d', '[', ' ', 'Mod+k', 'F6', 'Shift+F6'].map(isSingleKey)).toEqual([true, true, true, false, false, false])
})

test('[KB4] the first character of a search selects the group', () => {
  expect(parseQuery('>theme dark')).toEqual({ only: 'Commands', words: ['theme', 'dark'] })
  expect(parseQuery(':dep').only).toBe('Kinds')
  expect(parseQuery('@126').only).toBe('Revisions')
  expect(parseQuery('web shop').only).toBeNull()
})

test('[KB4] all words must occur, and a match at the start of a word scores higher', () => {
  expect(fit('web Deployment', ['web', 'x'])).toBe(0)
  expect(fit('web Deployment', ['web'])).toBeGreaterThan(fit('my web', ['web']))
  expect(fit('my web', ['web'])).toBeGreaterThan(fit('cobweb', ['web']))
})

test('[KB5] two keys in sequence are one chord if the second follows soon', () => {
  const keys = ['g c', 'g l', 'd', 'Mod+k', ' ']
  const sequence = new Sequence()
  const at = (key: string, timeStamp: number) => sequence.press({ ...press(key), timeStamp }, keys)
  expect(at('d', 0)).toBeNull()
  expect(at(' ', 0)).toBeNull()
  expect([at('g', 10), at('c', 500)]).toEqual(['begun', 'g c'])
  expect([at('g', 1000), at('d', 1100)]).toEqual(['begun', 'lost'])
  expect([at('g', 2000), at('d', 9000)]).toEqual(['begun', null])
  expect(sequence.press({ ...press('g', { ctrlKey: true }), timeStamp: 0 }, keys)).toBeNull()
})

test('[KB4] the beginning of a room’s title means the room, unless an object’s name begins so too', () => {
  expect(meansRoom('Config', 'Config')).toBe(true)
  expect(meansRoom('Config', ' con')).toBe(true)
  expect(meansRoom('Config', 'co')).toBe(false)
  expect(meansRoom('Config', 'ConfigMap')).toBe(false)
  expect(meansRoom('Config', 'config', 'config-a')).toBe(false)
  expect(meansRoom('Config', 'config', 'web-config')).toBe(true)
})

test('[KB8] a command of the Lab belongs to no other room', () => {
  const command: Command = { id: 'dock', section: 'Panels', title: 'Dock', keys: ['Mod+j'] }
  expect(isOfRoom(command, 'config')).toBe(true)
  expect(isOfRoom({ ...command, isOfLab: true }, 'config')).toBe(false)
  expect(isOfRoom({ ...command, isOfLab: true }, 'lab')).toBe(true)
})

test('[KB10] a lesson, a cluster, a file and a bench are found by their titles, and by words of their notes after those', () => {
  const place = (title: string, note: string): Place => ({
    id: title,
    group: 'Lessons',
    title,
    note,
    icon: 'goto',
    run: () => undefined,
  })
  const places = [place('First write', 'One create, one read'), place('A 409 race', 'Two writers, one refusal')]
  const found = (text: string) =>
    placeHits(places, parseQuery(text).words)
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .map(({ hit }) => hit.title)
  expect(found('first wri')).toEqual(['First write'])
  expect(found('writ')).toEqual(['First write', 'A 409 race'])
  expect(found('race refusal')).toEqual(['A 409 race'])
  expect(found('nothing')).toEqual([])
  expect(found('')).toEqual([])
})

test('[KB10] a command is found by its keys, as the sheet writes them or as they are named', () => {
  vi.stubGlobal('navigator', { userAgent: 'X11; Linux' })
  const command: Command = { id: 'dock', section: 'Panels', title: 'Dock', keys: ['Mod+j', 'g d'], row: 'Show panels' }
  const score = (text: string) => commandScore(command, parseQuery(text).words)
  expect(score('g d')).toBe(9)
  expect(score('mod+j')).toBe(9)
  expect(score('ctrl j')).toBe(9)
  expect(score('dock')).toBeGreaterThan(score('panels'))
  expect(score('panels')).toBeGreaterThan(0)
  expect(score('g')).toBe(0)
  vi.unstubAllGlobals()
})

test('[KB10] an open palette searches again for each kind whose objects arrive, not for each write', () => {
  const group = (state: string, count: number) => ({
    state,
    items: new Map(Array.from({ length: count }, (_, at) => [at, {}])),
  })
  const view = (...groups: ReturnType<typeof group>[]) =>
    ({ groups: new Map(groups.map((each, at) => [String(at), each])) }) as unknown as ObjectView
  expect(listedKinds(view(group('loading', 0), group('loading', 0)))).toBe(0)
  expect(listedKinds(view(group('live', 2), group('loading', 0)))).toBe(1)
  expect(listedKinds(view(group('live', 3), group('loading', 0)))).toBe(1)
  expect(listedKinds(view(group('past', 3), group('lost', 1)))).toBe(2)
})
