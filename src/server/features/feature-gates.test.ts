import { expect, test } from 'vitest'
import { createFeatureGates } from './feature-gates.ts'

const stateOf = (text: string) =>
  Object.fromEntries(
    createFeatureGates(text)
      .list()
      .map(({ name, enabled }) => [name, enabled]),
  )

test('[FG1] every gate has the stage and default of the newest version', () => {
  const gates = createFeatureGates().list()
  expect(gates.find(({ name }) => name === 'WatchList')).toEqual({
    name: 'WatchList',
    since: '1.34',
    stage: 'BETA',
    default: true,
    locked: false,
    enabled: true,
  })
  expect(gates.filter(({ locked, enabled }) => locked && !enabled)).toEqual([])
})

test.each([
  ['WatchList', 'missing bool value for WatchList'],
  ['WatchList=maybe', 'invalid value of WatchList=maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax'],
  ['Nothing=true', 'unrecognized feature gate: Nothing'],
  ['DryRun=false', 'cannot set feature gate DryRun to false, feature is locked to true'],
])('[FG2] %j is refused', (text, message) => {
  expect(() => createFeatureGates(text)).toThrow(message)
})

test('[FG3] the name of a stage sets all of its gates, but the name of a single gate takes precedence', () => {
  expect(stateOf('AllBeta=f, WatchList = 1')).toMatchObject({ WatchList: true, APIResponseCompression: false })
  expect(stateOf('AllAlpha=true,DryRun=true,')).toEqual(stateOf(''))
})

test('[FG2] when one gate cannot be set, none is set', () => {
  const gates = createFeatureGates()
  const wanted = new Map([
    ['WatchList', false],
    ['Nothing', true],
  ])
  expect(() => gates.set(wanted)).toThrow('unrecognized feature gate: Nothing')
  expect(gates.enabled('WatchList')).toBe(true)
})
