import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDrawing, createOpening, createTurns } from './frame.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Waits for the reactions of promises, without a task of its own. */
async function reactions(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
}

/** Frames run at once; the clock is the one of the fake timers. */
const drawing = () => createDrawing(Date.now, (run) => run())

test('[PF2] callbacks of one moment are drawn together, shortly after the first', () => {
  const draw = drawing()
  const drawn: string[] = []
  draw(() => drawn.push(`fact ${Date.now()}`))
  vi.advanceTimersByTime(5)
  draw(() => drawn.push(`object ${Date.now()}`))
  expect(drawn).toEqual([])
  vi.advanceTimersByTime(40)

  expect(drawn).toHaveLength(2)
  expect(drawn[0]?.split(' ')[1]).toBe(drawn[1]?.split(' ')[1])
})

test('[PF2] while changes pour in, there are at most ten drawings a second, and the last change is drawn', () => {
  const draw = drawing()
  const times = new Set<number>()
  let last = 0
  for (let at = 0; at < 1000; at += 1) {
    draw(() => {
      times.add(Date.now())
      last = at
    })
    vi.advanceTimersByTime(1)
  }
  expect(times.size).toBeLessThanOrEqual(10)
  vi.advanceTimersByTime(200)

  expect(last).toBe(999)
})

test('[PF2] on a page that draws slowly, callbacks have a frame each and drawings are rarer, and the last change is drawn', async () => {
  let frames = 0
  const draw = createDrawing(Date.now, (run) => {
    frames += 1
    run()
  })
  const drawn: { readonly frame: number; readonly atMs: number; readonly what: string }[] = []
  const slowly = (what: string) => () => {
    drawn.push({ frame: frames, atMs: Date.now(), what })
    vi.setSystemTime(Date.now() + 40)
  }
  for (let at = 0; at < 100; at += 1) {
    draw(slowly(`fact ${at}`))
    draw(slowly(`object ${at}`))
    await vi.advanceTimersByTimeAsync(10)
  }
  await vi.advanceTimersByTimeAsync(60_000)

  // The first drawing measures.
  const [, second = 0] = [...new Set(drawn.map(({ frame }) => frame))]
  const later = drawn.filter(({ frame }) => frame >= second)
  expect(new Set(later.map(({ frame }) => frame)).size).toBe(later.length)
  expect(drawn.at(-1)?.what).toBe('object 99')
  const rests = later.filter(({ atMs }, at) => atMs - (later[at - 1]?.atMs ?? 0) >= 400)
  expect(rests.length).toBeGreaterThan(0)
})

test('[PF2] the callbacks of a drawing do not run in the frame that shows them, but in the task before it', () => {
  const frames: (() => void)[] = []
  const draw = createDrawing(Date.now, (run) => void frames.push(run))
  const drawn: string[] = []
  draw(() => drawn.push('fact'))
  draw(() => drawn.push('object'))
  vi.advanceTimersByTime(40)
  expect(drawn).toEqual(['fact', 'object'])
  expect(frames).toHaveLength(1)

  // The next drawing waits for the frame.
  draw(() => drawn.push('later'))
  vi.advanceTimersByTime(1000)
  expect(drawn).toHaveLength(2)
  frames[0]?.()
  vi.advanceTimersByTime(1000)
  expect(drawn).toEqual(['fact', 'object', 'later'])
})

test('[PF2] the first drawing waits until all readers are ready, and shows everything in its order', async () => {
  const opening = createOpening(2, drawing())
  const drawn: string[] = []
  opening.set(() => drawn.push('kinds'))
  opening.ready()
  opening.draw(() => drawn.push('objects'))
  vi.advanceTimersByTime(300)
  expect(drawn).toEqual([])
  opening.set(() => drawn.push('facts'))
  opening.ready()
  vi.advanceTimersByTime(50)
  await opening.opened

  expect(drawn).toEqual(['kinds', 'objects', 'facts'])
  opening.set(() => drawn.push('at once'))
  expect(drawn.at(-1)).toBe('at once')
})

test('[PF2] the first drawing does not wait longer than a second for a reader', () => {
  const opening = createOpening(2, drawing())
  const drawn: string[] = []
  opening.set(() => drawn.push('facts'))
  opening.ready()
  vi.advanceTimersByTime(1100)

  expect(drawn).toEqual(['facts'])
  opening.ready()
  vi.advanceTimersByTime(1100)
  expect(drawn).toEqual(['facts'])
})

test('[PF2] watches begin after the first drawing, a few in each task', async () => {
  let begin = (): void => undefined
  const turn = createTurns(new Promise((resolve) => (begin = resolve)))
  let begun = 0
  for (let at = 0; at < 20; at += 1) void turn().then(() => (begun += 1))
  await reactions()
  expect(begun).toBe(0)
  begin()
  const byTask: number[] = []
  for (let task = 0; task < 3; task += 1) {
    await reactions()
    vi.advanceTimersToNextTimer()
    await reactions()
    byTask.push(begun)
  }

  expect(byTask).toEqual([8, 16, 20])
})
