import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readCatalogue } from '#lesson/catalogue.ts'
import { writeLesson } from '#lesson/build/write-lesson.ts'
import { lessonFolders } from '#lessons/all-lessons.ts'
import { toBase64Url } from '#share/base64url.ts'
import { deflate } from '#share/inflate.ts'
import { targetProblem } from '#lesson/target.ts'
import { type Carried, readCarried } from './carried.ts'
import { lessonFile, lessonLink, readLessonFile, readLessonLink } from './link.ts'
import { readLessonZip, zipLesson } from './zip.ts'

const { lessons } = readCatalogue(lessonFolders())

const wordsOf = (carried: Carried): string => (carried.type === 'refused' ? carried.words : '')

const linkWith = (text: string): string => `#l=lesson-1.${toBase64Url(deflate(new TextEncoder().encode(text)))}`

describe('[LSN22] a lesson travels', () => {
  test.each(['link', 'file', 'folder'])('[LSN22] as a %s, and arrives as it was', (form) => {
    for (const lesson of lessons.slice(0, 6)) {
      const files = writeLesson(lesson)
      const carried =
        form === 'link'
          ? readLessonLink(lessonLink(files))
          : form === 'file'
            ? readLessonFile(lessonFile(files))
            : readLessonZip(zipLesson('any-folder', files))
      expect(carried).toMatchObject({ type: 'lesson', files, lesson: { steps: lesson.steps, seed: lesson.seed } })
    }
  })

  test('[LSN22] with an id of its own, which none of the product has', () => {
    const first = lessons.find(({ id }) => id === 'first-write')
    if (first === undefined) throw new Error('there is no lesson first-write')
    expect(readCarried(writeLesson(first))).toMatchObject({ id: 'own-first-write' })
    expect(readCarried(writeLesson({ ...first, title: '<b>/../"' }))).toMatchObject({ id: 'own-b' })
    expect(readCarried(writeLesson({ ...first, title: '…' }))).toMatchObject({ id: 'own-lesson' })
  })
})

describe('[LSN22] what is no lesson is refused in words', () => {
  test.each([
    ['#l=1.abc', 'no version'],
    ['#l=lesson-9.abc', 'newer Orchard'],
    ['#l=lesson-1.', 'cut or changed'],
    ['#l=lesson-1.eJx', 'cut or changed'],
    [lessonLink({ 'lesson.yaml': 'title: x' }).slice(0, -8), 'cut or changed'],
    [`#l=lesson-1.${'A'.repeat(200_000)}`, 'too long'],
    [linkWith('[]'), 'no files'],
    [linkWith('{"files":{"lesson.yaml":7}}'), 'a problem'],
    [linkWith('{"files":'), 'no files'],
    [linkWith('['.repeat(100_000)), 'no files'],
    // 4 MB of one letter are 4 kB in a link.
    [linkWith('a'.repeat(4_000_000)), 'larger than 1 MB'],
  ])('[LSN22] %.40s', (link, words) => {
    expect(wordsOf(readLessonLink(link))).toContain(words)
  })

  test('[LSN22] problems of a lesson are told with file, line and column', () => {
    const carried = readCarried({ 'lesson.yaml': 'title: x\nsteps: 7\n', 'text.md': 'Words.' })
    expect(carried).toMatchObject({
      type: 'refused',
      problems: expect.arrayContaining(['lesson.yaml:2:8: steps: must be a list']),
    })
  })

  test('[LSN22] packed folders: damaged, too large, without a lesson, with paths that climb', () => {
    const zip = (files: Readonly<Record<string, string>>): Uint8Array =>
      zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
    expect(wordsOf(readLessonZip(strToU8('PK no zip')))).toContain('damaged')
    expect(wordsOf(readLessonZip(zip({ 'a.yaml': 'x' }).subarray(0, 30)))).toContain('damaged')
    expect(wordsOf(readLessonZip(new Uint8Array(600_000)))).toContain('larger than 512 kB')
    expect(wordsOf(readLessonZip(zip({ 'lesson.yaml': ' '.repeat(3_000_000) })))).toContain('too much')
    expect(wordsOf(readLessonZip(zip({ 'readme.txt': 'x' })))).toContain('a problem')
    const [first] = lessons
    const files = first === undefined ? {} : writeLesson(first)
    const climbing = Object.fromEntries(Object.entries(files).map(([name, text]) => [`a/${name}`, text]))
    const carried = readLessonZip(zip({ ...climbing, 'a/seed/../../x.yaml': 'kind: X', '/etc/x.yaml': 'y' }))
    expect(carried.type === 'lesson' && Object.keys(carried.files)).toEqual(
      Object.keys(files).filter((name) => name !== ''),
    )
  })

  test('[LSN22] a file whose head promises less than it holds is cut there', () => {
    const bytes = zipSync({ 'lesson.yaml': strToU8('a'.repeat(500_000)) })
    const view = new DataView(bytes.buffer)
    // The uncompressed size stands in the local head at 22, and in the directory, which begins with PK\1\2.
    const directory = bytes.findIndex((_byte, at) => at + 4 < bytes.length && view.getUint32(at, true) === 0x02014b50)
    view.setUint32(directory + 24, 10, true)
    expect(readLessonZip(bytes).type).toBe('refused')
  })
})

test('[LSN22] a lesson reaches no cluster but its own, however its path is written', () => {
  const fine = [
    '/api/v1/namespaces',
    '/apis/a/v1/x?y=/clusters/z',
    '/debug/config/TracingConfiguration',
    '/version',
    '/',
  ]
  for (const target of fine) expect(targetProblem(target), target).toBe('')
  const bad = [
    '/clusters/other/api/v1/namespaces',
    '/clusters',
    '/debug/clusters/other',
    '/debug/clusters?x',
    '/api/../clusters/other/api',
    '/api/%2E%2e/clusters/other',
    '/api/.%2e/clusters/other',
    '//other.example/api',
    '/debug//clusters',
    '/debug/./clusters',
    String.raw`/api/..\clusters/other`,
    '/debug/\tclusters',
    '/debug/%63lusters',
    '/debug/<<kept.word>>',
    'api/v1',
  ]
  for (const target of bad) expect(targetProblem(target), target).not.toBe('')
})

test('[LSN22] long texts of marks and empty lines are read to their end', () => {
  // A pattern that backtracks would not come back within the time of a test.
  const long = '<<'.repeat(200_000)
  const yaml = `title: x\nsteps:\n- title: y\n  say: "${long}"\n  hints: ["${'\\n'.repeat(100_000)}"]\n`
  const files = { 'lesson.yaml': yaml, 'text.md': long, 'seed/a.yaml': `${'\n'.repeat(200_000)}x` }
  expect(readCarried(files).type).toBe('refused')
})
