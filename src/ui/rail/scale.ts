/** The detail with which a write is drawn, by pixels per revision. */
export type RailDensity = 'full' | 'plain' | 'small' | 'columns'

/** Pixels per revision that the user chose; `auto` fits all kept writes. */
export type RailZoom = 'auto' | 3 | 7 | 11 | 17 | 24

export interface RailScaleInput {
  /** Width of the plot in pixels. */
  readonly width: number
  /** Number of kept writes. */
  readonly count: number
  readonly zoom: RailZoom
  /** Index of the write at the cursor; `null` at Live. */
  readonly cursor: number | null
  /** Newest compacted revision, 0 for none. */
  readonly compacted: number
  /** First index of the previous view, so that the view scrolls no more than necessary. */
  readonly firstBefore: number
}

/** A segment of the axis where every write has the same width. */
interface Stretch {
  readonly first: number
  readonly end: number
  readonly x0: number
  readonly step: number
}

export interface RailScale {
  readonly width: number
  readonly density: RailDensity
  /** Pixels per revision outside of the lens. */
  readonly step: number
  /** Position where the kept history starts; the area left of it is hatched when history was compacted. */
  readonly gone: number
  readonly liveX: number
  /** Indexes of the drawn writes: from `first` up to but not including `end`. */
  readonly first: number
  readonly end: number
  /** The range drawn with full glyphs when the rest is columns. */
  readonly lens: { readonly x0: number; readonly x1: number; readonly first: number; readonly end: number } | null
  /** Centre of a write. */
  x(index: number): number
  /** Returns the index of the write at a position; may be outside of the drawn range, for a drag beyond the edge. */
  indexAt(x: number): number
}

export const railHeight = 64
export const lineY = 37
/** The line of the second lane, and the height of a rail with two lanes. */
export const lowerLineY = 81
export const twoLanesHeight = 96

/** The part of the rail's height that a lane takes, in pixels. */
export interface Band {
  readonly top: number
  readonly bottom: number
}

export const wholeBand: Band = { top: 0, bottom: railHeight }
export const lowerBand: Band = { top: railHeight + 1.5, bottom: twoLanesHeight }
const future = 60
const lensWidth = 260
const lensWrites = 15
const lensStep = lensWidth / (lensWrites + 1)
/** Below this width the plot shows the newest writes at full size instead of all writes at a small size. */
const narrowWidth = 960
const autoStepMax = 24

const densityOf = (step: number): RailDensity =>
  step >= 13 ? 'full' : step >= 9 ? 'plain' : step >= 5 ? 'small' : 'columns'

/** Returns the width of the hatch, which must fit its label `≤ 1 204 gone`. */
const goneWidth = (compacted: number): number => (compacted === 0 ? 8 : Math.max(60, 28 + String(compacted).length * 8))

/**
 * Returns the number of writes that the axis has places for: a little more than there are, so that most writes leave the
 * width of a place unchanged. Then the marks move without being drawn anew. [PF5]
 */
function reserved(count: number): number {
  const lot = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, count))) - 4)
  return Math.max(1, Math.ceil(count / lot) * lot)
}

function chooseStep(room: number, { zoom, count, width }: RailScaleInput): number {
  const fit = room / reserved(count)
  if (zoom !== 'auto') return Math.max(zoom, Math.min(fit, autoStepMax))
  if (width < narrowWidth) return Math.max(Math.min(fit, autoStepMax), 17)
  return Math.min(fit, autoStepMax)
}

/**
 * Returns the first index of a view of `shown` writes: at Live the last ones, else a range with the cursor, otherwise
 * unchanged.
 */
function firstShown(shown: number, { count, cursor, firstBefore }: RailScaleInput): number {
  const last = Math.max(0, count - shown)
  if (cursor === null) return last
  const margin = Math.min(3, Math.floor(shown / 4))
  const low = cursor - shown + 1 + margin
  const high = cursor - margin
  return Math.max(0, Math.min(last, Math.max(low, Math.min(high, firstBefore))))
}

/**
 * Computes the axis of the rail and its marks. The x axis is the order of writes; every panel uses this function. [RL1]
 */
export function railScale(input: RailScaleInput): RailScale {
  const { width, count, compacted } = input
  const right = width - future
  const liveX = Number((right + 5).toFixed(1))
  const room = right - goneWidth(compacted)
  const step = chooseStep(room, input)
  if (step < 5) return denseScale(input, { right, liveX, room })
  const all = count * step <= room + 0.01
  const shown = all ? count : Math.floor((right - 8) / step)
  const first = all ? 0 : firstShown(shown, input)
  const gone = first === 0 && compacted > 0 ? right - shown * step : 8
  const start = right - shown * step
  const stretches = [{ first, end: first + shown, x0: start, step }]
  return {
    width,
    density: densityOf(step),
    step,
    gone,
    liveX,
    first,
    end: first + shown,
    lens: null,
    ...axis(stretches),
  }
}

interface Room {
  readonly right: number
  readonly liveX: number
  readonly room: number
}

function denseScale({ width, count, cursor }: RailScaleInput, { right, liveX, room }: Room): RailScale {
  const gone = right - room
  const step = (room - lensWidth) / Math.max(1, count - lensWrites)
  const wanted = cursor === null ? count - lensWrites : cursor - Math.floor(lensWrites / 2)
  const first = Math.max(0, Math.min(count - lensWrites, wanted))
  const end = first + lensWrites
  const x0 = gone + first * step
  const x1 = x0 + lensWidth
  return {
    width,
    density: 'columns',
    step,
    gone,
    liveX,
    first: 0,
    end: count,
    lens: { x0, x1, first, end },
    ...axis([
      { first: 0, end: first, x0: gone, step },
      { first, end, x0: x0 + lensStep * 0.3, step: lensStep },
      { first: end, end: count, x0: x1, step },
    ]),
  }
}

/** A list of writes whose first one is at the `offset`-th place of the axis, drawn from its index `from` on. */
export interface PlacedRows {
  readonly count: number
  readonly offset: number
  readonly from: number
}

/**
 * Returns the axis for the indexes of one list of writes: the same positions, limited to the writes that the list has.
 * Its live edge follows the newest of them. [RL12]
 */
export function scaleOf(axis: RailScale, { count, offset, from }: PlacedRows): RailScale {
  const clip = (index: number): number => Math.max(from, Math.min(count, index - offset))
  const { lens, step } = axis
  const x = (index: number): number => axis.x(index + offset)
  const end = clip(axis.end)
  const isShorter = count + offset < axis.end
  const last = lens !== null && count + offset > lens.first && count + offset <= lens.end ? lensStep : step
  return {
    ...axis,
    first: clip(axis.first),
    end,
    liveX: isShorter ? short(x(count - 1) + last / 2 + 3) : axis.liveX,
    lens: lens === null ? null : { ...lens, first: clip(lens.first), end: clip(lens.end) },
    x,
    indexAt: (at) => axis.indexAt(at) - offset,
  }
}

const short = (value: number): number => Number(value.toFixed(2))

/** Marks that move as one element. */
export interface RailLayer {
  /** Position of the layer. */
  readonly offset: number
  /** The axis within the layer. */
  readonly scale: RailScale
}

/** Returns a layer in which the position of a write depends on its index and the width of a place only. */
const layerWith = (scale: RailScale, step: number, at: number): RailLayer => ({
  offset: short(scale.x(at) - at * step),
  scale: { ...scale, x: (index) => short(index * step) },
})

/** Returns the layer of the marks on the axis. An axis with a lens has places of two widths and does not move. [PF5] */
export const layerOf = (scale: RailScale): RailLayer =>
  scale.lens === null ? layerWith(scale, scale.step, scale.first) : { offset: 0, scale }

/** Returns the layer of the writes that are drawn as glyphs: all, or those under the lens. [PF5] */
export const glyphLayerOf = (scale: RailScale): RailLayer =>
  scale.lens === null ? layerOf(scale) : layerWith(scale, lensStep, scale.lens.first)

function axis(stretches: readonly Stretch[]): Pick<RailScale, 'x' | 'indexAt'> {
  const last = stretches.at(-1)
  const within = (index: number) => stretches.find(({ end }) => index < end) ?? last
  return {
    x(index) {
      const stretch = within(index)
      return stretch === undefined ? 0 : short(stretch.x0 + (index - stretch.first + 0.5) * stretch.step)
    },
    indexAt(x) {
      const stretch = stretches.findLast(({ x0, first, end }) => x >= x0 && end > first) ?? stretches[0]
      return stretch === undefined ? 0 : Math.floor((x - stretch.x0) / stretch.step) + stretch.first
    },
  }
}

/**
 * Returns the write for a drag to `x`. In columns the lens moves with the cursor, so the position is read on the axis
 * without the lens; otherwise the lens would move the target away from the pointer. [RL4]
 */
export function dragIndex(scale: RailScale, x: number): number {
  if (scale.lens === null) return scale.indexAt(x)
  const offset = (scale.lens.x1 - scale.lens.x0) / 2
  return Math.floor((x - scale.gone - offset) / scale.step) + Math.floor(lensWrites / 2)
}

const intervals = [5, 10, 50, 100, 500, 1000, 5000, 10_000, 50_000, 100_000, 500_000, 1_000_000]

/** Returns the number of revisions between two labels, which are at least 120 pixels apart. [RL2] */
export const labelInterval = (step: number): number => intervals.find((interval) => interval * step >= 120) ?? 5_000_000

const zooms: readonly RailZoom[] = [3, 7, 11, 17, 24]

/** Returns the zoom after `+` (1) or `−` (-1), starting from the step that `auto` chose. */
export function nextZoom(zoom: RailZoom, step: number, by: 1 | -1): RailZoom {
  const now = zoom === 'auto' ? step : zoom
  const larger = zooms.find((candidate) => Number(candidate) > now + 0.5)
  const smaller = zooms.findLast((candidate) => Number(candidate) < now - 0.5)
  return (by === 1 ? larger : smaller) ?? zoom
}
