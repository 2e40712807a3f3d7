// A rule of a ValidatingAdmissionPolicy, tested without a server.
import { readFileSync } from 'node:fs'
import { compile } from '@orchard-server/orchard/cel'
import { expect, test } from 'vitest'

const rule = compile(readFileSync(new URL('replicas.cel', import.meta.url), 'utf8'), { object: 'dyn' })
const deployment = (replicas: number, labels?: object) => ({
  object: { metadata: labels === undefined ? {} : { labels }, spec: { replicas } },
})

test.each([
  [5, undefined, true],
  [6, undefined, false],
  [6, { tier: 'gold' }, true],
  [21, { tier: 'gold' }, false],
  [6, { tier: 'silver' }, false],
])('%i replicas with the labels %j: %s', (replicas, labels, value) => {
  expect(rule.run(deployment(replicas, labels))).toMatchObject({ type: 'value', value })
})

test('the rule yields true or false, and costs little', () => {
  expect(rule.resultType).toBe('bool')
  expect(rule.run(deployment(6, { tier: 'gold' })).cost).toBeLessThan(50)
})
