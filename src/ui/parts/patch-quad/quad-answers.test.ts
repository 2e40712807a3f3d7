import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { deploymentResource as resource } from '#testing/found-resources.ts'
import { labOnHost } from '#testing/lab-on-host.ts'
import { startTrial } from '#ui/trials/trial.ts'
import { intentsOf } from './intents.ts'
import { type PatchKind, patchesOf, patchKinds } from './patches.ts'
import { ownedEntries } from './owned-after.ts'
import {
  customWords,
  type QuadAnswer,
  reorderedWords,
  runPatch,
  secondOf,
  stateText,
  twiceWords,
  wouldBecome,
} from './run-quad.ts'
import { didWords, shownLines } from './what-changed.ts'

const collection = '/apis/apps/v1/namespaces/default/deployments'
const labels = { app: 'web' }
const env = [
  { name: 'BANNER', value: 'Autumn' },
  { name: 'CURRENCY', value: 'EUR' },
]
const web: ApiObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'bookshop/web:2.4.1', env }] } },
  },
}

test('[PQ2] each patch is answered by the server: first, again, after the list was reordered, and for a custom kind', async () => {
  const { requests, json } = await labOnHost()
  const lab = requests
  await json('POST', collection, web)
  const intent = intentsOf(web).find(({ kind }) => kind === 'add')
  if (intent === undefined) throw new Error('no list')
  const patches = patchesOf(intent, { resource, name: 'web', namespace: 'default' })
  const subject = {
    ref: { resourceId: resource.id, namespace: 'default', name: 'web' },
    resource,
    object: web,
    path: `${collection}/web`,
    key: '/registry/deployments.apps/default/web',
  }
  const run = { subject, intent, client: { name: 'alice', actor: { name: 'alice', groups: [] } }, custom: null }
  const answerOf = async (kind: PatchKind) => {
    const trial = await startTrial(lab)
    const answer = await runPatch(trial, run, kind, JSON.stringify(patches[kind]))
    trial.end()
    return answer
  }
  const words = new Map<string, readonly string[]>()
  const did: string[] = []
  const answers = new Map<PatchKind, QuadAnswer>()
  for (const { id } of patchKinds) {
    const answer = await answerOf(id)
    answers.set(id, answer)
    const { path } = intent
    did.push(didWords(intent, answer))
    words.set(id, [
      String(answer.first.code),
      stateText(answer.after, path),
      twiceWords(answer, path).replace(/[0-9]+/g, 'N'),
      reorderedWords(answer, path),
      ownedEntries(answer, 'alice', intent)
        .map(({ operation, words: what }) => `${operation}: ${what}`)
        .join('; '),
      customWords(answer),
    ])
  }
  const added = 'BANNER, CURRENCY, CURRENCY-2'
  expect(words.get('json')).toEqual([
    '200',
    added.replace('-', '_'),
    'BANNER, CURRENCY, CURRENCY_N, CURRENCY_N, now at N',
    'the same entries: CURRENCY, BANNER, CURRENCY_2',
    'Update: the new entry only',
    'no custom object here',
  ])
  expect(words.get('merge')?.slice(0, 3)).toEqual(['422', 'BANNER, CURRENCY', 'N again'])
  const [refused, jsonAnswer] = [answers.get('merge'), answers.get('json')]
  if (refused === undefined || jsonAnswer === undefined) throw new Error('no answer')
  expect(stateText(wouldBecome(refused, 'merge') ?? web, intent.path)).toBe('CURRENCY-2'.replace('-', '_'))
  expect(wouldBecome(jsonAnswer, 'json')).toBeNull()
  const wanted = shownLines(intent, refused.before, wouldBecome(refused, 'merge') ?? web)
  const changed = wanted.filter((line) => line !== null && line.type !== 'same')
  expect(changed.map((line) => `${line?.type} ${line?.text.trim()}`)).toEqual(
    expect.arrayContaining(['removed image: bookshop/web:2.4.1', 'removed - name: BANNER', 'added - name: CURRENCY_2']),
  )
  expect(did.slice(0, 3)).toEqual(['added at the end of the list', '', 'added at the start of the list'])
  expect(words.get('strategic')?.slice(2, 3)).toEqual(['no change, still N'])
  expect(words.get('apply')?.[0]).toBe('200')
  expect(words.get('apply')?.[4]).toBe('Apply: the new entry and containers[web].name')
  const again = secondOf(jsonAnswer)
  expect(stateText(again.after, intent.path)).toBe('BANNER, CURRENCY, CURRENCY_2, CURRENCY_2')
  expect(Number(again.after.metadata.resourceVersion)).toBeGreaterThan(Number(again.before.metadata.resourceVersion))
})
