import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lessonFile } from '#lesson/carry/link.ts'
import { zipLesson } from '#lesson/carry/zip.ts'
import { readLessonFolder } from '#node/lessons/read-folder.ts'
import { runLesson } from '#node/lessons/run-lesson.ts'

const lessonsFolder = fileURLToPath(new URL('../lessons', import.meta.url))

test('[LSN10] orchard lesson reports problems with their places, and plays lessons', async () => {
  const lines: string[] = []
  const run = (act: 'check' | 'test', folder: string) =>
    runLesson({ type: 'lesson', act, folders: [folder] }, (line) => lines.push(line))
  const folder = mkdtempSync(join(tmpdir(), 'lesson-'))
  writeFileSync(join(folder, 'lesson.yaml'), 'title: T\ncolour: red\n')
  writeFileSync(join(folder, 'text.md'), 'T')
  expect(await run('check', folder)).toBe(1)
  expect(lines.some((line) => /lesson\.yaml:2:1: colour: is unknown/.test(line))).toBe(true)
  expect(await run('test', join(lessonsFolder, 'first-write'))).toBe(0)
  expect(lines.at(-1)).toMatch(/^ok {3}first-write: 4 steps, 4 requests, 3 mistakes, \d+ ms$/)
  expect(await run('test', join(folder, 'missing'))).toBe(2)
  expect(lines.at(-1)).toBe(`orchard: there is no ${join(folder, 'missing')}`)
  mkdirSync(join(folder, 'empty'))
  expect(await run('check', join(folder, 'empty'))).toBe(2)
  expect(lines.at(-1)).toMatch(/empty holds no lesson/)
  const first = readLessonFolder(join(lessonsFolder, 'first-write'))
  mkdirSync(join(folder, 'after'))
  for (const [name, text] of Object.entries({ 'text.md': 'T', 'lesson.yaml': `${first['lesson.yaml']}\nfrom: lost\n` }))
    writeFileSync(join(folder, 'after', name), text)
  expect(await run('check', join(folder, 'after'))).toBe(1)
  expect(lines.at(-1)).toMatch(/after\/lesson\.yaml:\d+:7: from: there is no lesson lost$/)
  const packed = join(folder, 'packed.zip')
  writeFileSync(packed, zipLesson('any', readLessonFolder(join(lessonsFolder, 'first-write'))))
  expect(await run('check', packed)).toBe(0)
  expect(lines.at(-1)).toBe('ok   packed')
  writeFileSync(packed, zipLesson('any', { 'lesson.yaml': 'title: T\ncolour: red\n', 'text.md': 'T' }))
  expect(await run('check', packed)).toBe(1)
  expect(lines.some((line) => /packed\.zip\/lesson\.yaml:2:1: colour: is unknown/.test(line))).toBe(true)
  writeFileSync(packed, 'no zip')
  expect(await run('check', packed)).toBe(2)
  const file = join(folder, 'mine.lesson.json')
  writeFileSync(file, lessonFile(readLessonFolder(join(lessonsFolder, 'first-write'))))
  expect(await run('check', file)).toBe(0)
  expect(lines.at(-1)).toBe('ok   mine')
  rmSync(folder, { recursive: true })
})
