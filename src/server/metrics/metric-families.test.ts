import { expect, test } from 'vitest'
import { HistogramFamily, ValueFamily } from './metric-families.ts'

test('[DI6] series are told apart by all of their label values, whose text is escaped', () => {
  const family = new ValueFamily('counter', 'writes_total', 'Writes.')
  family.add({ verb: 'a,b=1:c', group: '' })
  family.add({ verb: 'a', group: '1:c' })
  family.add({ verb: 'a', group: '1:c' })
  family.add({ verb: '"\n', group: '' })
  expect(family.lines()).toEqual([
    '# HELP writes_total Writes.',
    '# TYPE writes_total counter',
    'writes_total{verb="a,b=1:c",group=""} 1',
    'writes_total{verb="a",group="1:c"} 2',
    'writes_total{verb="\\"\\n",group=""} 1',
  ])
})

test('[DI6] a bucket of a histogram counts all observations up to its bound', () => {
  const family = new HistogramFamily('seconds', 'Times.', [0.1, 1, 10])
  for (const seconds of [0.1, 0.5, 0.5, 5, 50]) family.observe({}, seconds)
  expect(family.lines().slice(2)).toEqual([
    'seconds_bucket{le="0.1"} 1',
    'seconds_bucket{le="1"} 3',
    'seconds_bucket{le="10"} 4',
    'seconds_bucket{le="+Inf"} 5',
    'seconds_sum 56.1',
    'seconds_count 5',
  ])
})
