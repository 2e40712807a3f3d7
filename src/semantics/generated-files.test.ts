import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { knownGroups } from '#server/kinds/group-types.ts'
import { kindSchema } from '#server/kinds/kind-schema.ts'
import { resourceDefinitions } from '#server/resources/index.ts'
import { apiGroups } from '#server/resources/api-groups.ts'

/** Returns the output of a generator about outdated files; empty if there are none. */
const staleFiles = (generator: string): string =>
  spawnSync(process.execPath, [`src/tools/${generator}.mjs`, '--check'], { encoding: 'utf8' }).stderr

test('the list of built-in types contains the folder of every type', () => {
  expect(staleFiles('generate-resources')).toBe('')
})

test('the generated field facts and types match their source', () => {
  expect(staleFiles('generate-types')).toBe('')
})

test('a server with all kinds knows the types of all group versions', async () => {
  expect(kindSchema('v1', 'Status')).toBeDefined()
  const known = [...knownGroups()]
  const { everyGroup } = await import('#server/kinds/every-group.ts')
  expect(new Set(known)).toEqual(new Set(everyGroup))
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
