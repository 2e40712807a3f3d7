import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const idText = '[A-Z]{2,4}[0-9]+'

/** Returns the lines of docs/semantics.md, and of drafts beside it. */
function ruleLines(): readonly string[] {
  const parts = join(root, 'docs/semantics')
  const files = existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : []
  return [join(root, 'docs/semantics.md'), ...files]
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line.startsWith('- **'))
}

/** Tests, and the functions of a contract suite, whose names are those of tests. */
const isTest = (name: string): boolean =>
  /\.(test|spec)\.tsx?$/.test(name) || /^(contract-.*|log\.contract)\.ts$/.test(name)

const testFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'data' ? [] : testFiles(path)
    return isTest(entry.name) ? [path] : []
  })

const written = ruleLines().map((line) => new RegExp(`^- \\*\\*(${idText})\\*\\* \\S`).exec(line)?.[1] ?? line)
/** A test title may begin with several ids: `[ER1] [ER2] a sentence`. */
const idsOf = (text: string): readonly string[] =>
  [...text.matchAll(new RegExp(`['"\`]((?:\\[${idText}\\] )+)`, 'g'))].flatMap(([, ids = '']) =>
    ids.slice(1, -2).split('] ['),
  )
const tried = new Set(
  ['src', 'e2e']
    .flatMap((folder) => testFiles(join(root, folder)))
    .flatMap((file) => idsOf(readFileSync(file, 'utf8'))),
)

test('every rule of behaviour has one line and a test', () => {
  expect(written.filter((id, at) => written.indexOf(id) < at)).toEqual([])
  expect(written.filter((id) => !tried.has(id))).toEqual([])
})

test('every rule id in a test title is defined', () => {
  const known = new Set(written)
  expect([...tried].filter((id) => !known.has(id))).toEqual([])
})

test('no difference from the reference is listed twice', () => {
  const told = readFileSync(join(root, 'docs/differences.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!what |---)/.test(line))
    .map((line) => line.split(' | ')[0])
  expect(told.length).toBeGreaterThan(0)
  expect(told.filter((what, at) => told.indexOf(what) < at)).toEqual([])
})
