import { expect, test } from 'vitest'
import { dragIndex, glyphLayerOf, labelInterval, layerOf, nextZoom, railScale, type RailScaleInput } from './scale.ts'

const input: RailScaleInput = { width: 1120, count: 64, zoom: 'auto', cursor: null, compacted: 64, firstBefore: 0 }
const scaleOf = (more: Partial<RailScaleInput> = {}) => railScale({ ...input, ...more })

test('[RL1] 64 writes fill the rail: 15.6 pixels each, from the hatch to the live edge', () => {
  const scale = scaleOf()
  expect([scale.density, scale.step, scale.liveX, scale.gone]).toEqual(['full', 15.625, 1065, 60])
  expect([scale.x(0), scale.x(63)]).toEqual([67.81, 1052.19])
})

test('[RL1] x and index are inverse for every write, at every density', () => {
  for (const count of [1, 12, 64, 90, 160, 6095, 20_000]) {
    const scale = scaleOf({ count })
    const step = Math.max(1, Math.floor(count / 97))
    for (let index = scale.first; index < scale.end; index += step) expect(scale.indexAt(scale.x(index))).toBe(index)
  }
})

test('[RL1] x grows with every write', () => {
  for (const cursor of [null, 0, 3000, 6094]) {
    const scale = scaleOf({ count: 6095, cursor })
    const places = Array.from({ length: 6095 }, (_, index) => scale.x(index))
    expect(places.findIndex((x, index) => index > 0 && x <= (places[index - 1] ?? 0))).toBe(-1)
  }
})

test('[RL3] the density follows the width of one revision', () => {
  const densities = [64, 90, 160, 6095].map((count) => scaleOf({ count }).density)
  expect(densities).toEqual(['full', 'plain', 'small', 'columns'])
})

test('[RL3] in columns fifteen writes keep their glyphs under a lens that follows the cursor', () => {
  const live = scaleOf({ count: 6095 })
  expect([live.lens?.first, live.lens?.end, live.lens?.x1]).toEqual([6080, 6095, 1060])
  const past = scaleOf({ count: 6095, cursor: 3000 })
  expect([past.lens?.first, past.lens?.end]).toEqual([2993, 3008])
  expect(past.x(3000)).toBeGreaterThan(past.lens?.x0 ?? 0)
})

test('[RL3] a narrow rail shows the newest writes at full size', () => {
  const scale = scaleOf({ width: 700 })
  expect([scale.step, scale.first, scale.end, scale.density]).toEqual([17, 27, 64, 'full'])
})

test('[RL3] a zoomed rail keeps the cursor in view and scrolls no more than necessary', () => {
  const zoomed = { count: 500, zoom: 17 as const }
  const start = scaleOf({ ...zoomed, cursor: 250, firstBefore: 230 })
  expect([start.first, start.end]).toEqual([230, 291])
  expect(scaleOf({ ...zoomed, cursor: 251, firstBefore: 230 }).first).toBe(230)
  expect(scaleOf({ ...zoomed, cursor: 229, firstBefore: 230 }).first).toBe(226)
  expect(scaleOf(zoomed).end).toBe(500)
})

test('[RL4] a drag uses the axis without the lens, so that the lens does not move the target', () => {
  let cursor = 3000
  for (let turn = 0; turn < 20; turn += 1) cursor = dragIndex(scaleOf({ count: 6095, cursor }), 600)
  expect(dragIndex(scaleOf({ count: 6095, cursor }), 600)).toBe(cursor)
})

test('[RL2] labels are at least 120 pixels apart', () => {
  expect([24, 15.6, 8, 1, 0.14].map(labelInterval)).toEqual([5, 10, 50, 500, 1000])
})

test('[RL3] zoom steps up and down from the automatic zoom', () => {
  expect([nextZoom('auto', 15.6, 1), nextZoom('auto', 15.6, -1), nextZoom(24, 24, 1), nextZoom(3, 3, -1)]).toEqual([
    17, 11, 24, 3,
  ])
})

test('[PF5] a layer moves as a whole: at most one write in four moves marks within it, and its positions are those of the axis', () => {
  for (const counts of [
    [64, 65, 66, 67, 68],
    [128, 129, 130, 131, 132, 133, 134, 135, 136],
  ]) {
    const places = counts.map((count) => {
      const scale = scaleOf({ count })
      const layer = layerOf(scale)
      expect(layer.scale.x(count - 1) + layer.offset).toBeCloseTo(scale.x(count - 1), 1)
      expect(scale.x(count - 1) + scale.step / 2).toBeCloseTo(scale.liveX - 5, 1)
      return layer.scale.x(20)
    })
    expect(new Set(places).size).toBe(2)
  }
  const dense = [6095, 6096].map((count) => scaleOf({ count }))
  expect(dense.map((scale) => glyphLayerOf(scale).scale.x(6090))).toEqual([98962.5, 98962.5])
  for (const scale of dense)
    expect(glyphLayerOf(scale).scale.x(6090) + glyphLayerOf(scale).offset).toBeCloseTo(scale.x(6090), 1)
})
