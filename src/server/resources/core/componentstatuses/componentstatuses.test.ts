import { expect, test } from 'vitest'
import { cellsOf } from '#testing/strategy-trial.ts'
import { componentstatuses } from './definition.ts'

test('[CS1] component statuses are read-only and deprecated', () => {
  expect(componentstatuses.verbs).toEqual(['get', 'list'])
  expect(componentstatuses.deprecationWarning).toBe('v1 ComponentStatus is deprecated in v1.19+')
})

test('[CS1] a row shows health, message and error', () => {
  const row = (conditions: { type: string; status: string; message?: string; error?: string }[]) =>
    cellsOf(componentstatuses, { apiVersion: 'v1', kind: 'ComponentStatus', metadata: { name: 'c' }, conditions })
  expect(row([])).toEqual(['c', 'Unknown', '', ''])
  expect(row([{ type: 'Healthy', status: 'True', message: 'ok' }])).toEqual(['c', 'Healthy', 'ok', ''])
  expect(row([{ type: 'Healthy', status: 'False', error: 'down' }])).toEqual(['c', 'Unhealthy', '', 'down'])
})
