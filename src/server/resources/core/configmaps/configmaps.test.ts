import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { configmaps } from './definition.ts'

const keyRule =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  " +
  "or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"

test('[CM1] keys are valid config keys, and occur in only one of data and binaryData', () => {
  expect(
    tryCreate(configmaps, { data: { 'a b': '1', both: '2', '..': '3' }, binaryData: { both: 'AA==', 'c/d': '' } })
      .errors,
  ).toEqual([
    'data[..]: Invalid value: "..": must not be \'..\'',
    `data[a b]: Invalid value: "a b": ${keyRule}`,
    'data[both]: Invalid value: "both": duplicate of key present in binaryData',
    `binaryData[c/d]: Invalid value: "c/d": ${keyRule}`,
  ])
})

test('[CM1] all values together are at most 1 MiB', () => {
  const half = 'é'.repeat(262_144)
  expect(tryCreate(configmaps, { data: { a: half, b: half } }).errors).toEqual([])
  expect(tryCreate(configmaps, { data: { a: half, b: `${half}x` } }).errors).toEqual([
    '[]: Too long: may not be more than 1048576 bytes',
  ])
  const { errors } = tryCreate(configmaps, { data: { a: half, b: half }, binaryData: { c: 'AA==' } })
  expect(errors).toHaveLength(1)
})

test('[CM2] an immutable config map keeps its data and the flag', () => {
  const live = tryCreate(configmaps, { data: { a: '1' }, immutable: true }).object
  const sealed = 'Forbidden: field is immutable when `immutable` is set'
  expect(tryUpdate(configmaps, live, { data: { a: '2' }, binaryData: { b: 'AA==' } }).errors).toEqual([
    `immutable: ${sealed}`,
    `data: ${sealed}`,
    `binaryData: ${sealed}`,
  ])
  expect(
    tryUpdate(configmaps, live, { metadata: { labels: { a: 'b' } }, data: { a: '1' }, immutable: true }).errors,
  ).toEqual([])
  const open = tryCreate(configmaps, { data: { a: '1' } }).object
  expect(tryUpdate(configmaps, open, { data: { a: '2' }, immutable: true }).errors).toEqual([])
})

test('[TB1] a row counts the keys of both maps', () => {
  const { object } = tryCreate(configmaps, { data: { a: '', b: '' }, binaryData: { c: '' } })
  expect(cellsOf(configmaps, object)).toEqual(['x', 3, '<unknown>'])
})
