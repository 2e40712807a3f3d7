import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { servicecidrs } from './definition.ts'

const errorsOf = (...cidrs: string[]): readonly string[] => tryCreate(servicecidrs, { spec: { cidrs } }).errors

test('[SVN1] there is one network, or one of each family, in canonical form', () => {
  expect(errorsOf('10.0.0.0/24', '2001:db8::/64')).toEqual([])
  expect(errorsOf()).toEqual(['spec.cidrs: Required value: at least one CIDR required'])
  expect(errorsOf('10.0.0.0/24', '10.1.0.0/24')).toEqual([
    'spec.cidrs: Invalid value: ["10.0.0.0/24","10.1.0.0/24"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
  ])
  expect(errorsOf('10.0.0.1/24')).toEqual([
    'spec.cidrs[0]: Invalid value: "10.0.0.1/24": must not have bits set beyond the prefix length',
  ])
  expect(errorsOf('10.0.00.0/024')).toEqual([
    'spec.cidrs[0]: Invalid value: "10.0.00.0/024": must not have leading 0s in IP or prefix length',
  ])
})

test('[SVN2] a second family may be added later, and nothing else changes', () => {
  const live = tryCreate(servicecidrs, { spec: { cidrs: ['10.0.0.0/24'] } }).object
  const change = (...cidrs: string[]) => tryUpdate(servicecidrs, live, { spec: { cidrs } }).errors
  expect(change('10.0.0.0/24', '2001:db8::/64')).toEqual([])
  expect(change('10.1.0.0/24')).toEqual(['spec.cidrs[0]: Invalid value: "10.1.0.0/24": field is immutable'])
  expect(change()).toEqual(['spec.cidrs: Invalid value: []: field is immutable'])
  expect(cellsOf(servicecidrs, live).slice(0, 2)).toEqual(['x', '10.0.0.0/24'])
})
