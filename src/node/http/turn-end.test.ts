import { expect, test } from 'vitest'
import { TurnEnd } from './turn-end.ts'

test('[ND19] answers of one turn are sent together, in order', () => {
  const turns: (() => void)[] = []
  const sent: number[] = []
  const turnEnd = new TurnEnd((run) => turns.push(run))
  const endTurn = (): void => turns.splice(0).forEach((run) => run())
  for (const answer of [1, 2, 3]) turnEnd.add(() => sent.push(answer))
  expect(sent).toEqual([])
  endTurn()
  expect(sent).toEqual([1, 2, 3])
  turnEnd.add(() => sent.push(4))
  endTurn()
  expect(sent).toEqual([1, 2, 3, 4])
})

test('[ND19] an answer waits for at most seven others', () => {
  const turns: (() => void)[] = []
  const sent: number[] = []
  const turnEnd = new TurnEnd((run) => turns.push(run))
  for (let answer = 0; answer < 20; answer += 1) turnEnd.add(() => sent.push(answer))
  expect(sent).toHaveLength(16)
  turns.forEach((run) => run())
  expect(sent).toEqual(Array.from({ length: 20 }, (_, answer) => answer))
})
