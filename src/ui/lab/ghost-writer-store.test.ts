import { expect, test } from 'vitest'
import { afterFirstWrite, switched } from './ghost-writer-store.ts'

const atFirst = { isOn: true, isChosen: false, isAnswering: true }

test('[IM6] the ghost writer stops at the person’s first write, and the controller goes on', () => {
  expect(afterFirstWrite(atFirst)).toEqual({ isOn: false, isChosen: false, isAnswering: true })
})

test('[IM6] once the person has switched it on, a write does not stop it', () => {
  const on = switched(afterFirstWrite(atFirst))
  expect(on).toEqual({ isOn: true, isChosen: true, isAnswering: true })
  expect(afterFirstWrite(on)).toEqual(on)
})
