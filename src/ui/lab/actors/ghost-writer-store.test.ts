import { expect, test } from 'vitest'
import { afterFirstWrite, listedActors, switched } from './ghost-writer-store.ts'
import { resumed, stopped } from './paused-writers.ts'

const inShop = { withSample: true, lives: false }
const atFirst = { isOn: true, isChosen: false, isAnswering: true, texts: {}, own: [] }

test('[IM6] the ghost writer stops at the person’s first write, and the controller goes on', () => {
  expect(afterFirstWrite(atFirst)).toEqual({ ...atFirst, isOn: false })
})

test('[IM6] once the person has switched it on, a write does not stop it', () => {
  const on = switched(afterFirstWrite(atFirst))
  expect(on).toEqual({ ...atFirst, isChosen: true })
  expect(afterFirstWrite(on)).toEqual(on)
})

test('[ACT3] the page lists the actors of the sample, with the texts that the person gave them, and the person’s', () => {
  const own = { id: 'actor-1', text: 'name: a', isOn: true }
  const state = { ...atFirst, isAnswering: false, texts: { 'stock-bot': 'name: b' }, own: [own] }
  expect(listedActors(state, inShop).map(({ id, isOn, text }) => [id, isOn, text.split('\n')[0]])).toEqual([
    ['stock-bot', true, 'name: b'],
    ['shop-controller', false, "# Reports the status of the shop's Deployments in two steps, as pods become ready."],
    ['actor-1', true, 'name: a'],
  ])
  expect(listedActors(state, { ...inShop, withSample: false }).map(({ id }) => id)).toEqual(['actor-1'])
})

test('[BC4] who is paused with a cluster and who goes on again is the same, whatever was edited meanwhile', () => {
  const [on, off] = [true, false].map((isOn, at) => ({ id: `actor-${at}`, text: 'name: a', isOn }))
  const before = { ...atFirst, isAnswering: false, own: [on, off].filter((one) => one !== undefined) }
  const paused = stopped(before)
  expect(listedActors(paused, inShop).some(({ isOn }) => isOn)).toBe(false)
  const edited = { ...paused, texts: { 'stock-bot': 'name: b' } }
  expect(resumed(edited, before)).toEqual({ ...before, texts: { 'stock-bot': 'name: b' } })
})

test("[LI4] the shop's controller rests while the cluster lives, and answers again afterwards", () => {
  const isOn = (lives: boolean) =>
    listedActors(atFirst, { withSample: true, lives }).find(({ id }) => id === 'shop-controller')?.isOn
  expect([isOn(false), isOn(true)]).toEqual([true, false])
})
