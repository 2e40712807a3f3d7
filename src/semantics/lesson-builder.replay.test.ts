import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import type { DebugObjects } from '#facts/debug-api.ts'
import { composeLesson } from '#lesson/build/compose.ts'
import { addRecorded, type LessonDraft, toggleRecorded } from '#lesson/build/draft.ts'
import { newDraft } from '#lesson/build/edit-lesson.ts'
import { type PastRequest, recordAgain } from '#lesson/build/record-again.ts'
import { Recorder } from '#lesson/build/recorder.ts'
import { seedOf } from '#lesson/build/seed-of.ts'
import { writeLesson } from '#lesson/build/write-lesson.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { fetchAs, playerActor } from '#lesson/play.ts'
import { readLesson } from '#lesson/read-lesson.ts'
import { playThrough } from '#lesson/test-lesson.ts'
import { lessonServers } from '#node/lessons/lesson-server.ts'

const start = lessonServers()

/** Sends `METHOD /path` as someone; a PATCH is a merge patch. */
type Send = (actor: string, line: string, body?: string) => Promise<Response>

/** Records what `act` sends to a fresh server, as the page does. */
async function record(act: (send: Send) => Promise<void>, seed = ''): Promise<LessonDraft> {
  const server = await start()
  const ending = new AbortController()
  try {
    const read = fetchAs(server.send, { name: playerActor, groups: ['system:masters'] })
    const { items: own } = (await (await read('/debug/objects')).json()) as DebugObjects
    let draft = newDraft('recorded')
    if (seed !== '')
      await read('/api/v1/namespaces/default/configmaps', {
        method: 'POST',
        body: seed,
        headers: { 'content-type': 'application/json' },
      })
    const recorder = await Recorder.open({
      send: server.send,
      base: 0,
      count: 0,
      signal: ending.signal,
      onRecorded: (recorded) => (draft = addRecorded(draft, recorded)),
    })
    draft = { ...draft, seed: seedOf(recorder.objects, own) }
    await act(async (actor, line, sent = '') => {
      const [method = '', target = ''] = line.split(' ', 2)
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
      const groups = ['system:masters', 'system:authenticated']
      const headers: Record<string, string> = sent === '' ? {} : { 'content-type': type }
      const init = { method, headers, ...(sent === '' ? {} : { body: sent }) }
      const answer = await fetchAs(server.send, { name: actor, groups })(target, init)
      await recorder.hear({ method, target, sent, headers, actor, groups }, answer.clone())
      return answer
    })
    return draft
  } finally {
    ending.abort()
    await server.close()
  }
}

function read(draft: LessonDraft): Lesson {
  const { lesson, problems } = readLesson(draft.id, writeLesson(composeLesson(draft)))
  expect(problems).toEqual([])
  if (lesson === null) throw new Error('the lesson was not read')
  return lesson
}

const maps = '/api/v1/namespaces/default/configmaps'
const map = (data: object, metadata: object = {}): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'pricing', ...metadata }, data })

const deletion = (uid: string, resourceVersion: string): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid, resourceVersion } })

test('[LSN20] a deletion with preconditions, as the page sends it, solves itself: the uid is that of the new object', async () => {
  const draft = await record(async (send) => {
    const { metadata } = await (await send('alice', `POST ${maps}`, map({ vat: '7' }))).json()
    const options = (uid: string): string =>
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        preconditions: { uid, resourceVersion: metadata.resourceVersion },
      })
    expect(
      (await send('alice', `DELETE ${maps}/pricing`, options('00000000-0000-4000-8000-000000000000'))).status,
    ).toBe(409)
    expect((await send('alice', `DELETE ${maps}/pricing`, options(metadata.uid))).status).toBe(200)
  })
  const lesson = read(draft)
  expect(lesson.steps.map(({ answer }) => answer[0]?.body)).toMatchObject([
    { kind: 'ConfigMap' },
    { preconditions: { uid: '00000000-0000-4000-8000-000000000000' } },
    { preconditions: { uid: expect.stringContaining("o.metadata.name == 'pricing'") } },
  ])
  await expect(playThrough({ lesson, byId: () => undefined, start })).resolves.toEqual({ requests: 3 })
})

test('[LSN19] [LSN20] a recorded race becomes a lesson that solves itself: another writer is its scene, the stale version is kept', async () => {
  const draft = await record(
    async (send) => {
      const read = await (await send('alice', `GET ${maps}/pricing`)).json()
      await send('bob', `PATCH ${maps}/pricing`, '{"data":{"vat":"9"}}')
      const stale = JSON.stringify({ ...read, data: { ...read.data, vat: '8' } })
      expect((await send('alice', `PUT ${maps}/pricing`, stale)).status).toBe(409)
      const again = await (await send('alice', `GET ${maps}/pricing`)).json()
      const merged = JSON.stringify({ ...again, data: { ...again.data, rounding: 'up' } })
      expect((await send('alice', `PUT ${maps}/pricing`, merged)).status).toBe(200)
    },
    map({ vat: '7' }),
  )
  const lesson = read(draft)
  expect(lesson.seed).toHaveLength(1)
  expect(lesson.steps.map(({ title }) => title)).toEqual([
    'Read pricing',
    'Replace pricing: refused',
    'Read pricing',
    'Replace pricing',
  ])
  expect(lesson.steps[1]?.scene.map(({ method, as }) => [method, as])).toEqual([['PATCH', 'bob']])
  expect(lesson.steps[0]?.keep).toEqual({ pricingAt1: 'last.body.metadata.resourceVersion' })
  expect(lesson.steps[1]?.answer[0]?.body).toMatchObject({ metadata: { resourceVersion: '<<kept.pricingAt1>>' } })
  expect(lesson.steps[3]?.expect.map(({ say }) => say)).toEqual([
    'the answer is `200`',
    '`data.rounding` of `pricing` is `up`',
  ])
  expect(lesson.par).toBe(4)
  await expect(playThrough({ lesson, byId: () => undefined, start })).resolves.toEqual({ requests: 4 })
})

test('[LSN20] without the read that a version came from, a write takes the live version', async () => {
  const draft = await record(async (send) => {
    const made = await (await send('alice', `POST ${maps}`, map({ a: '1' }))).json()
    await send('alice', `PUT ${maps}/pricing`, map({ a: '2' }, { resourceVersion: made.metadata.resourceVersion }))
    await send('alice', `DELETE ${maps}/pricing`)
  })
  const whole = read(draft)
  expect(whole.steps.map(({ expect: [, second] }) => second?.say)).toEqual([
    '`pricing` is there',
    '`data.a` of `pricing` is `2`',
    '`pricing` is gone',
  ])
  expect(whole.steps[1]?.say).toBe(
    `Now replace \`pricing\`: send a PUT to \`${maps}/pricing\`, so that \`data.a\` of \`pricing\` is \`2\`.`,
  )
  expect(whole.steps[2]?.after).toBe('A deletion is a revision, too.')
  await expect(playThrough({ lesson: whole, byId: () => undefined, start })).resolves.toEqual({ requests: 3 })
  const joined = composeLesson(toggleRecorded(draft, 1))
  expect(joined.steps[0]?.answer[0]?.body).toMatchObject({
    metadata: { resourceVersion: expect.stringContaining('<<objects.filter(o, ') },
  })
})

test('[LSN20] a seed holds what people wrote: no owned objects, none that a server makes by itself, no values of Secrets', () => {
  const object = (kind: string, name: string, more: object = {}): ApiObject => ({
    apiVersion: 'v1',
    kind,
    metadata: { name, namespace: 'shop', uid: name, resourceVersion: '7' },
    ...more,
  })
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'a' }
  const objects = [
    object('ConfigMap', 'a'),
    object('Secret', 'key', { data: { password: 'aHVudGVyMg==' } }),
    object('ConfigMap', 'owned', { metadata: { name: 'owned', ownerReferences: [owner] } }),
    object('ServiceAccount', 'default'),
    object('APIService', 'v1.example', { spec: { group: 'example' } }),
    object('Event', 'a.1'),
    object('Namespace', 'shop', { metadata: { name: 'shop' } }),
    object('ClusterRole', 'admin'),
  ]
  const [file, ...others] = seedOf(objects, [object('ClusterRole', 'admin')])
  expect(others).toEqual([])
  const kinds = [...(file?.text ?? '').matchAll(/^kind: (.*)$/gm)].map(([, kind]) => kind)
  expect(kinds).toEqual(['Namespace', 'ConfigMap', 'Secret'])
  expect(file?.text).not.toContain('aHVudGVyMg')
  expect(file?.text).not.toContain('uid')
})

/** A request as the page's list of requests has it. */
const past = (line: string, parts: Partial<PastRequest>): PastRequest => {
  const [method = '', target = ''] = line.split(' ', 2)
  const contentType = method === 'PATCH' ? 'application/merge-patch+json' : method === 'PUT' ? 'application/yaml' : ''
  const verb = method.toLowerCase()
  const groups = ['system:masters']
  return { id: 0, actor: 'alice', groups, verb, status: 200, wrote: 0, body: '', method, target, contentType, ...parts }
}

test('[LSN28] requests of a session are recorded again on another server: a version that was current is current there, and one that was stale is refused', async () => {
  const server = await start()
  const ending = new AbortController()
  try {
    const send = fetchAs(server.send, { name: 'lesson', groups: ['system:masters'] })
    // The object has another version and uid than it had in the session.
    const body = map({ vat: '7' })
    await send(maps, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const metadata = { namespace: 'default', name: 'pricing', uid: 'old', resourceVersion: '9000' }
    const before: ApiObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata }
    const put = (vat: string, version: string): string => map({ vat }, { resourceVersion: version, uid: 'old' })
    const recorded = await recordAgain(
      { send: server.send, base: 0, signal: ending.signal },
      [
        past(`GET ${maps}?resourceVersion=9000`, {}),
        past(`PUT ${maps}/pricing`, { body: put('8', '9000'), wrote: 9001 }),
        past(`PUT ${maps}/pricing`, { body: put('9', '9001'), wrote: 9003, actor: 'bob' }),
        past(`PUT ${maps}/pricing`, { body: put('6', '9001'), status: 409 }),
        // Somebody else wrote version 9005: it was the live one.
        past(`PUT ${maps}/pricing`, { body: put('5', '9005'), wrote: 9006 }),
        past(`PATCH ${maps}/pricing`, { body: '{"data":{"vat":"4"}}', wrote: 9007 }),
        past(`DELETE ${maps}/pricing`, { wrote: 9008, contentType: 'application/json', body: deletion('old', '9007') }),
      ],
      [before],
    )
    expect(recorded.map(({ actor, method, code }) => `${actor} ${method} ${code}`)).toEqual([
      'alice GET 200',
      'alice PUT 200',
      'bob PUT 200',
      'alice PUT 409',
      'alice PUT 200',
      'alice PATCH 200',
      'alice DELETE 200',
    ])
    expect(recorded[1]?.changes[0]).toMatchObject({ type: 'changed', name: 'pricing', fields: [{ value: '8' }] })
  } finally {
    ending.abort()
    await server.close()
  }
})
