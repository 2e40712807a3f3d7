import { expect, test } from 'vitest'
import { listedActors } from '#ui/lab/actors/ghost-writer-store.ts'
import { editedActors } from './gather.ts'
import { restingActors } from './open-moment.ts'

const own = { id: 'actor-7', text: 'name: colours', isOn: true }

test('[SH17] the actors that the person edited or added are shared, without keys and tokens, and rest where they are opened', () => {
  expect(editedActors({ texts: {}, own: [] })).toBeNull()
  const secret = `name: eyJhbGciOiJub25l.eyJzdWIiOiJ4In0.c2ln`
  const shared = editedActors({ texts: { 'stock-bot': 'name: b' }, own: [own, { ...own, text: secret }] })
  expect(shared).toEqual({ texts: { 'stock-bot': 'name: b' }, own: ['name: colours', 'name: left-out-a-token'] })
  expect(editedActors({ texts: {}, own: [{ ...own, text: 'x'.repeat(20_000) }] })).toBeNull()

  const opened = restingActors(shared ?? undefined)
  const listed = listedActors(opened, { withSample: true, lives: false })
  expect(listed.map(({ id, isOn }) => [id, isOn])).toEqual([
    ['stock-bot', false],
    ['shop-controller', false],
    ['actor-1', false],
    ['actor-2', false],
  ])
  expect([listed[0]?.text, listed[2]?.text]).toEqual(['name: b', 'name: colours'])
})
