import { expect, test } from 'vitest'
import {
  keptTop,
  type ListRows,
  type ListView,
  newerCount,
  renderedRows,
  topOfList,
  topToReveal,
  viewAt,
} from './follow-top.ts'
import { activeIndex } from './use-list-keys.ts'

/** Rows `newest` down to 1, 28 pixels each. */
const rowsTo = (newest: number): ListRows => ({
  count: newest,
  rowHeight: 28,
  newest,
  indexOf: (key) => (key > newest || key < 1 ? -1 : newest - key),
})

const scrolled = (top: number, newest: number, before: ListView = topOfList) =>
  viewAt(before, { top, height: 140 }, rowsTo(newest))

test('[DOC6] a list at its top follows the newest row, also one that is scrolled by less than a row', () => {
  const view = scrolled(20, 100)
  expect(view.leftAt).toBeNull()
  expect(keptTop(view, rowsTo(108))).toBe(20)
  expect(newerCount(view, rowsTo(108))).toBe(0)
  expect(renderedRows(view, rowsTo(108)).first).toBe(0)
})

test('[DOC6] a list that was scrolled keeps its rows and counts the newer ones', () => {
  const view = scrolled(280, 100)
  expect(view.leftAt).toBe(100)
  expect(newerCount(view, rowsTo(100))).toBe(0)
  // Six rows more: the same rows are in view, and 100 is now the row with index 6.
  expect(keptTop(view, rowsTo(106))).toBe(280 + 6 * 28)
  expect(newerCount(view, rowsTo(106))).toBe(6)
  const before = renderedRows(view, rowsTo(100))
  expect(renderedRows(view, rowsTo(106))).toEqual({ first: before.first + 6, end: before.end + 6 })
})

test('[DOC6] newer rows that the person scrolls into view are no longer counted, and the top follows again', () => {
  const away = scrolled(280, 100)
  const grown = scrolled(keptTop(away, rowsTo(110)), 110, away)
  expect([grown.leftAt, newerCount(grown, rowsTo(110))]).toEqual([100, 10])
  const nearer = scrolled(4 * 28, 110, grown)
  expect(newerCount(nearer, rowsTo(110))).toBe(4)
  const atTop = scrolled(0, 110, nearer)
  expect([atTop.leftAt, newerCount(atTop, rowsTo(120))]).toEqual([null, 0])
})

test('[DOC6] a list whose first row is gone starts over', () => {
  const view = scrolled(280, 100)
  const filtered: ListRows = { count: 3, rowHeight: 28, newest: 40, indexOf: (key) => [40, 20, 10].indexOf(key) }
  expect(keptTop(view, filtered)).toBe(0)
  expect(newerCount(view, filtered)).toBe(0)
  expect(renderedRows(view, filtered)).toEqual({ first: 0, end: 3 })
})

test('[UI8] only the rows in view and a few around them are rendered', () => {
  const rows: ListRows = { count: 20_000, rowHeight: 28, newest: undefined, indexOf: () => -1 }
  const view = viewAt(topOfList, { top: 28 * 1000, height: 140 }, rows)
  expect(renderedRows(view, rows)).toEqual({ first: 994, end: 1011 })
  // A filter left fewer rows than the scroll position, until the browser corrects it.
  expect(renderedRows(view, { ...rows, count: 10 })).toEqual({ first: 4, end: 10 })
})

test('[DOC6] the active row stays the same row when others are added above it', () => {
  const anchor = (newest: number) => ({ first: newest, indexOf: rowsTo(newest).indexOf })
  expect(activeIndex(null, { count: 108, anchor: anchor(108) })).toBe(0)
  expect(activeIndex({ index: 2, first: 100 }, { count: 108, anchor: anchor(108) })).toBe(10)
  expect(activeIndex({ index: 2, first: 100 }, { count: 3, anchor: { first: 40, indexOf: () => -1 } })).toBe(0)
  expect(activeIndex({ index: 5, first: undefined }, { count: 4, anchor: undefined })).toBe(3)
})

test('[UI8] a row is revealed by the shortest way, and not at all while it is in view', () => {
  const view = { ...topOfList, top: 100, height: 200 }
  expect(topToReveal(3, view, 28)).toBe(84)
  expect(topToReveal(4, view, 28)).toBeNull()
  expect(topToReveal(9, view, 28)).toBeNull()
  expect(topToReveal(10, view, 28)).toBe(108)
})
