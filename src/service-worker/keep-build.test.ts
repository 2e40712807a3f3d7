import { expect, test } from 'vitest'
import { keepBuild } from './keep-build.ts'

/** Caches by name, each the files that were added together. `refused` is a file that the host does not have. */
function fakeKeeping(version: string, kept: Map<string, readonly string[]>, refused = '') {
  const added: string[][] = []
  const open = async (name: string) => ({
    match: async (file: string) => (kept.get(name)?.includes(file) === true ? new Response() : undefined),
    addAll: async (files: string[]) => {
      if (files.includes(refused)) throw new TypeError('Failed to fetch')
      added.push(files)
      kept.set(name, files)
    },
  })
  const caches = {
    open: open as unknown as CacheStorage['open'],
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
  }
  const fetch = async () => Response.json({ version, files: ['theme.js', 'assets/a.js'] })
  return { keeping: { caches, fetch }, added }
}

test('[TR5] a build is kept once, and a newer one replaces it after all its files arrived', async () => {
  const kept = new Map<string, readonly string[]>([['of-another-site', ['x']]])
  const first = fakeKeeping('one', kept)
  await keepBuild(first.keeping)
  await keepBuild(first.keeping)
  expect(first.added).toEqual([['./', 'theme.js', 'assets/a.js']])

  await expect(keepBuild(fakeKeeping('two', kept, 'assets/a.js').keeping)).rejects.toThrow('Failed to fetch')
  expect([...kept.keys()]).toEqual(['of-another-site', 'orchard-build-one'])

  await keepBuild(fakeKeeping('two', kept).keeping)
  expect([...kept.keys()]).toEqual(['of-another-site', 'orchard-build-two'])
})
