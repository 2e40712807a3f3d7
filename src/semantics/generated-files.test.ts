import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resourceDefinitions } from '#server/resources/index.ts'
import { apiGroups } from '#server/resources/generated.ts'

/** What the generator prints when a file is not up to date; empty if all are. */
const staleFiles = (generator: string): string =>
  spawnSync(process.execPath, [`src/tools/${generator}.mjs`, '--check'], { encoding: 'utf8' }).stderr

test('the list of built-in types names every folder of a type', () => {
  expect(staleFiles('generate-resources')).toBe('')
})

test('the list of field facts and the types are those of the facts', () => {
  expect(staleFiles('generate-types')).toBe('')
})

test('a type is in the folder of its group, under its plural', () => {
  const root = 'src/server/resources'
  const folderOf = new Map(apiGroups.map(({ name }) => [name, name.split('.')[0] || 'core']))
  const expected = resourceDefinitions.map(({ group, resource }) => `${folderOf.get(group)}/${resource}`)
  const groups = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'parts',
  )
  const actual = groups.flatMap(({ name }) =>
    readdirSync(`${root}/${name}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${name}/${entry.name}`),
  )
  expect(actual.toSorted()).toEqual([...new Set(expected)].toSorted())
})
