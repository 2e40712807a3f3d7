import { expect, test } from 'vitest'
import { mergePatchBetween, pathDifferences, rebase, withMergePatch } from './merge-edit.ts'
import { firstChangedLine } from './first-changed-line.ts'
import { readYaml } from './read-yaml.ts'
import { toYamlText } from './yaml-text.ts'

const web = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', resourceVersion: '121', managedFields: [{}] },
  spec: { replicas: 3, template: { spec: { containers: [{ name: 'web', image: 'web:1' }] } } },
}

test('[YE1] an object is shown without its managed fields, and strings that YAML 1.1 would read as another type are quoted', () => {
  const text = toYamlText({ ...web, data: { a: 'yes', b: '010', c: 'plain' } })

  expect(text).not.toContain('managedFields')
  expect(text).toContain('a: "yes"')
  expect(text).toContain('b: "010"')
  expect(text).toContain('c: plain')
})

test('[YE2] a text that is not an object is refused with its position', () => {
  expect(readYaml('a: [1')).toMatchObject({ type: 'problem', problem: { line: 1 } })
  expect(readYaml('- a')).toMatchObject({ type: 'problem' })
  expect(readYaml('a: 1')).toMatchObject({ type: 'object', object: { a: 1 } })
})

test('[YE2] a second document is named in the words of a person', () => {
  const read = readYaml('kind: A\n---\nkind: B\n')
  expect(read).toMatchObject({
    problem: { line: 2, message: 'a second document begins here, and an object is one' },
  })
})

test('[YE2] an alias bomb is refused in bounded time', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'.split('').map((c, i) => `${c}: &${c} [${Array(9).fill(`*${'abcdefg'[i]}`).join(',')}]`),
  ].join('\n')

  expect(readYaml(bomb).type).toBe('problem')
})

test('[YE3] an edit of an old version is applied to the newest one, and keeps its resourceVersion', () => {
  const edited = {
    ...web,
    spec: { ...web.spec, template: { spec: { containers: [{ name: 'web', image: 'web:2' }] } } },
  }
  const live = { ...web, metadata: { ...web.metadata, resourceVersion: '127' }, spec: { ...web.spec, replicas: 5 } }

  expect(rebase(web, edited, live)).toMatchObject({
    metadata: { resourceVersion: '127' },
    spec: { replicas: 5, template: { spec: { containers: [{ image: 'web:2' }] } } },
  })
})

test('[YE4] a merge patch between two objects turns one into the other', () => {
  const before = { a: 1, b: { c: 1, d: [1] }, e: null }
  const after = { b: { d: [2], f: 'x' }, g: { h: 1 } }
  const patch = mergePatchBetween(before, after)

  expect(patch).toEqual({ a: null, b: { c: null, d: [2], f: 'x' }, e: null, g: { h: 1 } })
  expect(withMergePatch(before, patch)).toEqual(after)
})

test('[YE5] differences name list items by their name', () => {
  const after = {
    ...web,
    spec: { replicas: 5, template: { spec: { containers: [{ name: 'web', image: 'web:2' }, { name: 'log' }] } } },
  }

  expect(pathDifferences(web, after).map(({ path }) => path)).toEqual([
    'spec.replicas',
    'spec.template.spec.containers[web].image',
    'spec.template.spec.containers[log]',
  ])
})

test('[YE14] the first changed line of a text is found', () => {
  expect(firstChangedLine('a\nb\nc', 'a\nx\nc')).toBe(2)
  expect(firstChangedLine('a\nb', 'a\nb\nc')).toBe(3)
  expect(firstChangedLine('a\nb\nc', 'a\nb')).toBe(2)
  expect(firstChangedLine('a', 'a')).toBe(0)
})
