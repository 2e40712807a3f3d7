import { expect, test } from 'vitest'
import { managerMarks } from './manager-letters.ts'

const lettersOf = (...names: readonly string[]) =>
  Object.fromEntries([...managerMarks(names)].map(([name, { letter }]) => [name, letter]))

test('[UI11] a manager has the first letter of its name, else another of its own', () => {
  expect(lettersOf('orchctl', 'dashboard', 'hpa', 'shop-controller')).toEqual({
    dashboard: 'D',
    hpa: 'H',
    orchctl: 'O',
    'shop-controller': 'S',
  })
  expect(lettersOf('helm', 'hpa', 'shop-bot', 'stock-bot')).toEqual({
    helm: 'H',
    hpa: 'P',
    'shop-bot': 'S',
    'stock-bot': 'B',
  })
  expect(lettersOf('a', 'aa', 'aaa', '-')).toEqual({ '-': 'B', a: 'A', aa: 'C', aaa: 'D' })
})

test('[UI11] no two managers of an object have the same letter and hue, whatever their names and number', () => {
  for (const count of [1, 2, 3, 4, 5, 12, 36]) {
    const marks = [...managerMarks(Array.from({ length: count }, (_, at) => `manager-${at}`)).values()]
    expect(new Set(marks.map(({ letter, hue }) => `${letter} ${hue}`)).size).toBe(count)
    expect(new Set(marks.map(({ hue }) => hue)).size).toBe(Math.min(count, 5))
  }
})

test('[UI11] marks depend on the set of names, not on their order', () => {
  expect(managerMarks(['hpa', 'helm', 'orchctl'])).toEqual(managerMarks(['orchctl', 'hpa', 'helm', 'hpa']))
})

test('[UI11] a manager keeps its hue on all objects where it is free', () => {
  const alone = managerMarks(['kustomize']).get('kustomize')
  expect(managerMarks(['kustomize', 'zz']).get('kustomize')).toEqual(alone)
  const [one, other] = [...managerMarks(['orchctl', 'aaa']).values()]
  expect(one?.hue).not.toBe(other?.hue)
})
