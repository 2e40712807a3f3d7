import { expect, test } from 'vitest'
import type { ClusterInfo, ClusterOrigin } from '#facts/clusters-api.ts'
import { clusterRows, contentText, freesText, freeTitle, keptText, originText, usedText } from './cluster-rows.ts'
import { exportName } from './export-clusters.ts'
import { isShownElsewhere } from './shown-elsewhere.ts'
import { filesText, readContents, secretsText } from './cluster-contents.ts'
import { clusterAddress } from './store.ts'
import { tabTitle, tabWords } from './tab-names.ts'
import { fullWarning, partText, storageParts } from './storage-parts.ts'

const now = new Date(2026, 10, 22, 14, 30).getTime()
const hour = 3_600_000

function cluster(
  name: string,
  origin: ClusterOrigin = { type: 'sample' },
  more: Partial<ClusterInfo> = {},
): ClusterInfo {
  return { name, title: name, origin, madeMs: now, usedMs: now, isOpen: false, isDefault: false, ...more }
}

test('[MC7] branches stand below the cluster that they left, deleted clusters at the end', () => {
  const branch: ClusterOrigin = { type: 'branch', of: 'a', at: 7 }
  const rows = clusterRows([
    cluster('a'),
    cluster('gone', { type: 'empty' }, { deletedMs: now }),
    cluster('b'),
    cluster('a1', branch),
    cluster('a2', { type: 'branch', of: 'a1', at: 9 }),
    cluster('orphan', { type: 'branch', of: 'gone', at: 3 }),
  ])
  expect(rows.map(({ cluster: { name }, isBranch }) => [name, isBranch])).toEqual([
    ['a', false],
    ['a1', true],
    ['a2', true],
    ['b', false],
    ['orphan', false],
    ['gone', false],
  ])
})

test('[MC7] a row says what a cluster holds, how much history it keeps and when it was used', () => {
  const figures = { revision: 128, compacted: 64, objectCount: 21, bytes: 5, lastWrites: [] }
  expect(contentText(cluster('a', { type: 'empty' }, { figures }))).toBe('21 objects')
  expect(contentText(cluster('a'))).toBe('not opened yet')
  expect(keptText(cluster('a', { type: 'empty' }, { figures }))).toBe('64 kept')
  expect(keptText(cluster('a', { type: 'empty' }, { figures: { ...figures, compacted: 0 } }))).toBe('all kept')
  const branch = cluster('a', { type: 'branch', of: 'shop', at: 119 }, { figures })
  expect([contentText(branch), keptText(branch)]).toEqual(['branch of shop at 119', '9 own'])
  expect(usedText(now - hour, now)).toBe('13:30')
  expect(usedText(now - 20 * hour, now)).toBe('yesterday')
  expect(originText(branch, now)).toBe('14:30, left shop after 119')
  expect(freeTitle('a', [cluster('a'), cluster('a 2')])).toBe('a 3')
})

test('[MC18] the meter says what holds the bytes, and what can go', () => {
  const figures = { revision: 9, compacted: 0, objectCount: 1, bytes: 500_000, historyBytes: 300_000, lastWrites: [] }
  const [shown, gone] = [
    cluster('a', { type: 'empty' }, { figures }),
    cluster('b', { type: 'empty' }, { figures, deletedMs: now }),
  ]
  const texts = (...parts: Parameters<typeof storageParts>) => storageParts(...parts).map(partText)
  expect(texts([shown], 0, undefined)).toEqual(['objects 200 kB', 'history 300 kB (Expire history frees it)'])
  expect(texts([shown, gone], 20_000, 2_020_000)).toEqual([
    'objects 200 kB',
    'history 300 kB (Expire history frees it)',
    '1 deleted cluster 500 kB (goes when the last tab has closed)',
    'recordings 20.0 kB (Delete in Lessons frees them)',
    'the page itself and indexes 1.0 MB',
  ])
  expect(fullWarning(89, 100)).toBe('')
  expect(fullWarning(92, 100)).toContain('92 % of the storage is used.')
})

test('[MC17] expiring says what it frees, and an exported file has the title and the revision', () => {
  const figures = { revision: 9, compacted: 0, objectCount: 1, bytes: 500_000, historyBytes: 300_000, lastWrites: [] }
  expect(freesText(cluster('a', { type: 'empty' }, { figures }))).toBe('frees 300 kB')
  expect(freesText(cluster('a', { type: 'empty' }, { figures: { ...figures, compacted: 9 } }))).toBe('')
  expect(freesText(cluster('a'))).toBe('')
  expect(exportName('Tuesday: class/1', 9)).toBe('Tuesday-class-1-9.orchard.json')
})

test('[MC16] a cluster is shown elsewhere if another tab than this one holds it', () => {
  const [first, other] = [
    { name: 'bookshop', isDefault: true },
    { name: 'b', isDefault: false },
  ]
  expect(isShownElsewhere(first, true, ['', 'b'])).toBe(false)
  expect(isShownElsewhere(first, true, ['', 'bookshop'])).toBe(true)
  expect(isShownElsewhere(other, false, ['', 'b'])).toBe(true)
  expect(isShownElsewhere(other, true, ['b'])).toBe(false)
})

test('[MC19] the files, schemas and Secrets of a cluster whose server runs are counted; no other server is started', async () => {
  const asked: string[] = []
  const answers: Readonly<Record<string, unknown>> = {
    '/clusters/a/debug/config': { configs: [{ text: 'kind: X' }, { text: null }] },
    '/clusters/a/apis/apiextensions.orch.io/v1/customresourcedefinitions?limit=1': { metadata: {}, items: [{}] },
    '/clusters/a/api/v1/secrets?limit=1': { metadata: { remainingItemCount: 2 }, items: [{}] },
  }
  const read = (path: string) => {
    asked.push(path)
    return Promise.resolve(Response.json(answers[path] ?? {}, { status: path in answers ? 200 : 403 }))
  }
  const contents = await readContents(read as typeof fetch, cluster('a', { type: 'sample' }, { isOpen: true }))
  expect(contents).toEqual({ configs: 1, schemas: 1, secrets: 3 })
  expect(contents === null ? '' : `${filesText(contents)}; ${secretsText(contents)}`).toBe(
    '1 configuration, 1 schema; 3, values kept in this browser',
  )
  expect(await readContents(read as typeof fetch, cluster('b', { type: 'sample' }, { isOpen: true }))).toBeNull()
  const count = asked.length
  expect(await readContents(read as typeof fetch, cluster('a'))).toBeNull()
  expect(asked).toHaveLength(count)
})

test('[MC20] tabs are named by what they show', () => {
  const web = { resourceId: 'apps.v1.deployments', namespace: 'shop', name: 'web' }
  const tabs = [
    { cluster: '', title: tabTitle('lab', web) },
    { cluster: 'b', title: tabTitle('config', web) },
    { cluster: 'a', title: tabTitle('lab', null) },
  ]
  expect(tabWords(tabs, 'a', true)).toBe('“Lab, web” and “Lab”')
  expect(tabWords(tabs, 'b', false)).toBe('“Config”')
  expect(tabWords(tabs, 'c', false)).toBe('')
})

test('[MC5] another cluster opens with the selected object, but one that began on its own at its own first object', () => {
  const search = '?room=config&cluster=a&kind=apps.v1.deployments&ns=shop&obj=web&rv=12'
  const selected = 'kind=apps.v1.deployments&ns=shop&obj=web'
  const shown = cluster('a', { type: 'sample' })
  const branch = cluster('b', { type: 'branch', of: 'a', at: 3 })
  expect(clusterAddress(branch, search, shown)).toBe(`?room=config&${selected}&cluster=b`)
  expect(clusterAddress(shown, search, branch)).toBe(`?room=config&${selected}&cluster=a`)
  expect(clusterAddress(cluster('new', { type: 'empty' }), search, shown)).toBe('?room=config&cluster=new')
})
