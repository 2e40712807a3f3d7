import { expect, test } from 'vitest'
import { Ledger, type State, wholeText } from './ledger.mjs'

const text = wholeText('a', 3)
const other = wholeText('b', 3)

/** Returns the violations, other than zero, of a server that has `items` after its restart. */
function violationsOf(ledger: Ledger, items: Readonly<Record<string, State>>, revision = 20): object {
  ledger.verify(new Map(Object.entries(items)), revision)
  return Object.fromEntries(Object.entries(ledger.violations).filter(([, count]) => count > 0))
}

function ledgerAt(revision: number, written: string | null = text): Ledger {
  const ledger = new Ledger()
  ledger.begin('x', written)
  ledger.acknowledge('x', revision, written)
  return ledger
}

test('acknowledged writes that are as they were, and unanswered ones that are done or not, are no violations', () => {
  expect(violationsOf(ledgerAt(5), { x: { revision: 5, text } })).toEqual({})
  const ledger = ledgerAt(5)
  ledger.begin('x', other)
  expect(violationsOf(ledger, { x: { revision: 9, text: other } })).toEqual({})
  ledger.begin('x', null)
  expect(violationsOf(ledger, {})).toEqual({})
  ledger.begin('x', text)
  expect(violationsOf(ledger, {})).toEqual({})
})

test('each kind of violation is counted under its name', () => {
  expect(violationsOf(ledgerAt(5), {})).toEqual({ lost: 1 })
  expect(violationsOf(ledgerAt(5), { x: { revision: 4, text: other } })).toEqual({ undone: 1 })
  expect(violationsOf(ledgerAt(5), { x: { revision: 7, text: other } })).toEqual({ unasked: 1 })
  expect(violationsOf(ledgerAt(0, null), { x: { revision: 4, text } })).toEqual({ revived: 1 })
  expect(violationsOf(ledgerAt(5, 'a:3:xx'), { x: { revision: 5, text: 'a:3:xx' } })).toEqual({ torn: 1 })
  expect(violationsOf(ledgerAt(25), { x: { revision: 25, text } }, 20)).toEqual({ repeated: 1 })
  const twice = ledgerAt(5)
  twice.acknowledge('y', 5, other)
  expect(twice.violations.repeated).toBe(1)
})

test('events are held to the states: none twice, none missing, none of what is gone', () => {
  const event = { type: 'MODIFIED', name: 'x', revision: 5, text }
  const complete = ledgerAt(5)
  complete.see(event)
  complete.verifyEvents(0)
  expect(violationsOf(complete, { x: { revision: 5, text } })).toEqual({})
  complete.see(event)
  expect(complete.violations.doubled).toBe(1)

  const without = ledgerAt(5)
  without.verifyEvents(4)
  expect(without.violations.missed).toBe(1)

  // The watch showed a write that the restarted server does not have.
  const early = new Ledger()
  early.begin('x', text)
  early.see(event)
  early.verify(new Map(), 20)
  early.verifyEvents(0)
  expect(early.violations.missed).toBe(1)
})
