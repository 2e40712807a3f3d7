import { expect, test } from 'vitest'
import { configMapRow } from '#testing/revision-rows.ts'
import { railScale } from '#ui/rail/scale.ts'
import { causeLinks } from './cause-links.ts'

const rows = [configMapRow(65), configMapRow(66, { cause: 65 }), configMapRow(67), configMapRow(68, { cause: 66 })]
const scale = railScale({ width: 1120, count: 4, zoom: 'auto', cursor: null, compacted: 64, firstBefore: 0 })

test('[CH2] links go from each cause of a chain to what followed, and nothing links other writes', () => {
  expect(causeLinks(rows, 66, scale)).toEqual([
    { from: scale.x(0), to: scale.x(1), key: '65-66' },
    { from: scale.x(1), to: scale.x(3), key: '66-68' },
  ])
  expect(causeLinks(rows, 67, scale)).toEqual([])
})
