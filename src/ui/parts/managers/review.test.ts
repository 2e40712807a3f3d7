import { expect, test } from 'vitest'
import { useMemoryStorage } from '#testing/memory-storage.ts'
import { createStore } from 'zustand/vanilla'
import type { ApiObject } from '#api/object-meta.ts'
import type { RevisionRow } from '#facts/fact.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { createYamlStore, draftKey } from '#ui/exchange/draft-store.ts'
import { notSentWords } from '#ui/texts/read-yaml.ts'
import { toYamlText } from '#ui/texts/yaml-text.ts'
import { writtenAt } from './owner-words.ts'
import { createOwnership } from './ownership-store.ts'
import { applyDraft, choose, reviewApply } from './review.ts'

useMemoryStorage()

const ref: ObjectRef = { resourceId: 'v1.configmaps', namespace: 'shop', name: 'palette' } as ObjectRef
const live: ApiObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'palette',
    namespace: 'shop',
    resourceVersion: '7',
    managedFields: [
      { manager: 'alpha', operation: 'Apply', apiVersion: 'v1', fieldsV1: { 'f:data': { 'f:colour': {} } } },
    ],
  },
  data: { colour: 'green', size: 'small' },
}

const conflict = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  reason: 'Conflict',
  code: 409,
  message: 'Apply failed with 1 conflict: conflict with "alpha": .data.colour',
  details: { causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "alpha"', field: '.data.colour' }] },
}

interface SentApply {
  readonly query: URLSearchParams
  readonly body: { readonly data?: unknown }
}

/** A Lab of one object whose server returns `answers` in order. */
function labOf(answers: readonly (() => Response)[], text = '') {
  const sent: SentApply[] = []
  const said: string[] = []
  const queue = [...answers]
  const resource = {
    id: ref.resourceId,
    group: '',
    version: 'v1',
    resource: 'configmaps',
    kind: 'ConfigMap',
    namespaced: true,
  }
  const collections = new Map([[ref.resourceId, { resource, items: new Map([['shop/palette', live]]) }]])
  const lab = {
    partStates: new Map(),
    objects: createStore(() => ({ collections })),
    view: createStore(() => ({ groups: collections })),
    overlay: { showRefusal: (words: string) => void said.push(words) },
    send: async (target: string, init: RequestInit) => {
      sent.push({ query: new URL(target, 'http://lab').searchParams, body: JSON.parse(String(init.body)) })
      return queue.shift()?.() ?? Response.error()
    },
  } as unknown as Lab
  const edited = toYamlText({ ...live, data: { colour: 'violet', size: 'small' } })
  const draft = { text: text === '' ? edited : text, base: live }
  const yaml = partState(lab, createYamlStore)
  yaml.setDraft(draftKey(ref), draft)
  const subject = { lab, ref, draft }
  return { subject, sent, said, yaml, review: () => partState(lab, createOwnership).getState().review }
}

const refused = () => Response.json(conflict, { status: 409 })
const stored = () => Response.json(live)

test('[OW6] a review sends dry runs only, and starts without forcing any field', async () => {
  const { subject, sent, review } = labOf([refused, stored, stored])
  await reviewApply(subject)
  expect(review()?.conflicts.map(({ path }) => path)).toEqual(['.data.colour'])
  expect([...(review()?.choices ?? [])]).toEqual([['.data.colour', 'give-up']])
  await choose(subject, new Map([['.data.colour', 'force']]))
  expect(sent.map(({ query, body }) => [query.get('dryRun'), query.get('force'), body.data])).toEqual([
    ['All', null, { colour: 'violet' }],
    ['All', null, undefined],
    ['All', 'true', { colour: 'violet' }],
  ])
})

test('[OW7] a stored apply ends its draft; a new conflict keeps the draft and is shown', async () => {
  const { subject, sent, yaml, review } = labOf([stored, refused, stored, stored, stored])
  await reviewApply(subject)
  expect(review()?.conflicts).toEqual([])
  await applyDraft(subject)
  expect(review()?.conflicts).toHaveLength(1)
  expect(yaml.getState().drafts[draftKey(ref)]).toBe(subject.draft)
  await choose(subject, new Map([['.data.colour', 'force']]))
  await applyDraft(subject)
  expect(sent.at(-1)?.query.get('force')).toBe('true')
  expect(sent.at(-1)?.query.get('dryRun')).toBe(null)
  expect(review()).toBe(null)
  expect(yaml.getState().drafts[draftKey(ref)]).toBeUndefined()
})

test('[OW10] a draft that is no object is not sent, and the page says which line cannot be read', async () => {
  const { subject, sent, said, yaml, review } = labOf([], 'kind: A\nb: [\n')
  await reviewApply(subject)
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(/^Nothing was sent: line \d of the draft cannot be read\. .*[^:]\.$/)
  expect(sent).toEqual([])
  expect(review()).toBeNull()
  expect(yaml.getState().drafts[draftKey(ref)]).toBe(subject.draft)
  expect(notSentWords('a: 1\n')).toBe('')
  expect(notSentWords('5')).toContain('a mapping of fields')
})

test('[OW8] the time of a field is that of the newest kept write of its manager that touched it', () => {
  const row = (revision: number, manager: string, path: string, previous = 5): RevisionRow =>
    ({ revision, manager, verb: 'patch', previous, changes: [{ path, before: null, after: null }] }) as never
  const writes = [row(7, 'hpa', 'spec.replicas'), row(8, 'hpa', 'status'), row(9, 'orchctl', 'spec.template')]
  expect(writtenAt(writes, 'hpa', ['f:spec', 'f:replicas'])).toBe('7')
  expect(writtenAt(writes, 'orchctl', ['f:spec', 'f:template', 'f:spec', 'f:containers', 'k:{"name":"web"}'])).toBe('9')
  expect(writtenAt(writes, 'dashboard', ['f:spec', 'f:replicas'])).toBe('≤5')
  // At an earlier revision, later writes have not happened yet.
  expect(writtenAt(writes, 'hpa', ['f:spec', 'f:replicas'], 6)).toBe('≤5')
  expect(writtenAt([], 'dashboard', ['f:spec'])).toBe('')
})
