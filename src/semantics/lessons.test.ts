import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCatalogue } from '#lesson/catalogue.ts'
import { compileExpression } from '#lesson/expressions.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { fetchAs, openPlay, sendAll } from '#lesson/play.ts'
import { readLesson } from '#lesson/read-lesson.ts'
import { lessonFolders } from '#lessons/all-lessons.ts'
import { lessonServers } from '#node/lessons/lesson-server.ts'
import { lessonFoldersAt, readLessonFolder } from '#node/lessons/read-folder.ts'

const { lessons, problems } = readCatalogue(lessonFolders())
const lessonsFolder = fileURLToPath(new URL('../lessons', import.meta.url))
const start = lessonServers()
const byId = (id: string) => lessons.find((lesson) => lesson.id === id)

test('[LSN1] every lesson of the product is readable', () => {
  expect(problems).toEqual([])
})

test('[LSN7] the par of every lesson is the number of requests of its answers', () => {
  const answers = lessons.map(({ id, steps }) => [id, steps.reduce((sum, { answer }) => sum + answer.length, 0)])
  expect(lessons.map(({ id, par }) => [id, par])).toEqual(answers)
})

test('[LSN9] the page and a process find the same lessons', () => {
  const folders = lessonFoldersAt(lessonsFolder)
  expect([...lessonFolders().keys()].toSorted()).toEqual([...folders.keys()].toSorted())
  for (const [id, folder] of folders) expect(readLessonFolder(folder)).toEqual(lessonFolders().get(id))
})

test('[LSN15] every section of the specification is learnt in a lesson, and docs/lessons.md says in which', () => {
  const text = readFileSync(fileURLToPath(new URL('../../docs/lessons.md', import.meta.url)), 'utf8')
  const rows = [...text.matchAll(/^\| `((?:resource-api|config-files)\/[^`]+)` *\| (.*?) *\|$/gm)]
  const documented = rows.map(([, section = '', ids = '']) => [section, ids.split(', ').filter(Boolean)] as const)
  const taught = documented.map(([section]) => [
    section,
    lessons
      .filter(({ sections }) => sections.includes(section))
      .map(({ id }) => id)
      .toSorted(),
  ])
  expect(documented.length).toBe(55)
  expect(documented).toEqual(taught)
  expect(documented.filter(([, ids]) => ids.length === 0)).toEqual([])
  const known = new Set(documented.map(([section]) => section))
  expect(lessons.flatMap(({ sections }) => sections.filter((section) => !known.has(section)))).toEqual([])
})

/** A lesson of one step without words. */
function bareLesson(seed: string): Lesson {
  const yaml = `title: T
group: G
about: A
minutes: 1
par: 1
order: 1
picture: create
people: {dana: [readers]}
steps:
- {title: S, say: S, after: A, expect: [{is: size(objects) > 5, say: S}]}
`
  const { lesson } = readLesson('bare', { 'lesson.yaml': yaml, 'text.md': 'T', 'seed/1.yaml': seed })
  if (lesson === null) throw new Error('the lesson is not readable')
  return lesson
}

const shop = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n'

test('[LSN4] a session sees what people do and what they wrote, and not what the page or the server does', async () => {
  const server = await start()
  const ending = new AbortController()
  const play = await openPlay(bareLesson(shop), server.send, ending.signal, byId)
  const { session } = play
  await fetchAs(server.send, { name: 'system:orchard-lab', groups: ['system:masters'] })('/api/v1/namespaces')
  const dana = fetchAs(server.send, { name: 'dana', groups: ['system:masters'] })
  await dana('/api/v1/namespaces/shop/configmaps?limit=1')
  await dana('/api/v1/namespaces/shop/configmaps', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }),
  })
  const truth = (source: string): unknown => {
    const program = compileExpression(source, false)
    return program.type === 'program' ? program.run(session.inputs()) : program
  }
  const whole =
    "log.map(r, r.actor + ' ' + r.verb) == ['dana list', 'dana create'] && objects.exists(o, o.metadata.name == 'a')"
  await session.until(() => JSON.stringify(truth(whole)).includes('true'), 5_000)
  expect(truth("log.map(r, r.actor + ' ' + r.verb)")).toMatchObject({ value: ['dana list', 'dana create'] })
  expect(truth("objects.filter(o, o.kind != 'FlowSchema').map(o, o.kind + ' ' + o.metadata.name)")).toMatchObject({
    value: expect.arrayContaining(['ConfigMap a', 'Namespace shop']),
  })
  expect(truth('objects.exists(o, o.kind == "ClusterRole" && o.metadata.name == "cluster-admin")')).toMatchObject({
    value: false,
  })
  expect(truth('last.code')).toMatchObject({ value: 0 })
  session.beginStep()
  expect(truth('size(log)')).toMatchObject({ value: 0 })
  ending.abort()
  await server.close()
})

test('[LSN6] a seed that the server refuses or warns about ends the lesson with its words', async () => {
  const server = await start()
  const { signal } = new AbortController()
  const refused = bareLesson('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: nowhere}\n')
  await expect(openPlay(refused, server.send, signal, byId)).rejects.toThrow('seed/1.yaml: 404')
  const unknown = bareLesson(`${shop}spec: {colour: red}\n`)
  await expect(openPlay(unknown, server.send, signal, byId)).rejects.toThrow('unknown field')
  await server.close()
})

const cassette = [
  { format: 'orchard-cassette/1' },
  {
    type: 'track',
    id: 1,
    method: 'GET',
    target: '/api/v1/pods',
    status: 200,
    contentType: 'application/json',
    atMs: 0,
  },
  { type: 'chunk', id: 1, atMs: 0, bytes: btoa('{"kind":"PodList","recorded":1}') },
  { type: 'end', id: 1, atMs: 0 },
  {
    type: 'track',
    id: 2,
    method: 'GET',
    target: '/api/v1/pods',
    status: 410,
    contentType: 'application/json',
    atMs: 9,
  },
  { type: 'end', id: 2, atMs: 9 },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')

const get = (target: string) => ({ method: 'GET', target, as: '', headers: {}, body: undefined })

test('[LSN25] a cassette answers what is below /recorded, once each and in order, and the cluster everything else', async () => {
  const server = await start()
  const ending = new AbortController()
  const play = await openPlay({ ...bareLesson(shop), cassette }, server.send, ending.signal, byId)
  const answers: unknown[] = []
  for (const target of ['/recorded/api/v1/pods', '/recorded/api/v1/pods', '/recorded/api/v1/nodes', '/api/v1/pods']) {
    await sendAll(play, [get(target)], true)
    const last = play.session.inputs()['last'] as { code: number; body: { kind?: string; recorded?: number } | null }
    answers.push([last.code, last.body?.kind, last.body?.recorded])
  }
  expect(
    answers.map((answer) =>
      JSON.stringify(answer, (_key, value) => (typeof value === 'bigint' ? Number(value) : value)),
    ),
  ).toEqual(['[200,"PodList",1]', '[410,null,null]', '[404,"Status",null]', '[200,"PodList",null]'])
  expect(play.session.requestCount).toBe(4)
  ending.abort()
  await server.close()
})

test('[LSN26] configuration files of a lesson are in force when it begins; a wrong one ends it with the words of the server', async () => {
  const server = await start()
  const ending = new AbortController()
  const tracing = 'apiVersion: apiserver.orch.io/v1beta1\nkind: TracingConfiguration\n'
  const withConfig = (text: string): Lesson => ({ ...bareLesson(shop), configs: [{ name: 'config/a.yaml', text }] })
  const wrong = withConfig(`${tracing}samplingRatePerMillion: -1\n`)
  await expect(openPlay(wrong, server.send, ending.signal, byId)).rejects.toThrow(/config\/a\.yaml: 422 .*samplingRate/)
  await server.close()
  const other = await start()
  const play = await openPlay(withConfig(`${tracing}samplingRatePerMillion: 7\n`), other.send, ending.signal, byId)
  const { config } = play.session.inputs() as { config: Record<string, { text: string; isInForce: boolean }> }
  expect(config['TracingConfiguration']).toMatchObject({ isInForce: true, text: expect.stringContaining('Million: 7') })
  ending.abort()
  await other.close()
})

test('[LSN41] actors of a lesson act until its end; a wrong file, and one that reaches elsewhere, is a problem of the lesson', async () => {
  const actor = (follows: string, stage = 'name: seen\n  match: { data.a: absent }') =>
    `name: clerk\ngroups: [system:masters]\nfollows: ${follows}\nstages:\n- ${stage}\n  next: { patch: { data: { a: done } } }\n`
  const maps = '/api/v1/namespaces/shop/configmaps'
  const configMapOne = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' } }
  const server = await start()
  const ending = new AbortController()
  const lesson: Lesson = { ...bareLesson(shop), actors: [{ name: 'actors/clerk.yaml', text: actor(maps) }] }
  const play = await openPlay(lesson, server.send, ending.signal, byId)
  await sendAll(
    play,
    [{ ...get(maps), method: 'POST', headers: { 'content-type': 'application/json' }, body: configMapOne }],
    true,
  )
  const marked = () =>
    (play.session.objects as { metadata: { name: string }; data?: unknown }[]).find(
      ({ metadata }) => metadata.name === 'one',
    )?.data
  expect(await play.session.until(() => JSON.stringify(marked()) === '{"a":"done"}', 5_000)).toBe(true)
  ending.abort()
  await server.close()
  const folder = (text: string) => ({ ...lessonFolders().get('finalizers'), 'actors/clerk.yaml': text })
  const messages = (text: string) =>
    readLesson('x', folder(text)).problems.map(({ file, message }) => `${file}: ${message}`)
  expect(messages(actor(maps))).toEqual([])
  expect(messages(actor('/api/../clusters/mine/api/v1/pods'))).toEqual(['actors/clerk.yaml: has a segment of dots'])
  expect(messages(actor(maps, 'name: seen\n  mach: {}'))).toEqual([
    'actors/clerk.yaml: stage seen.mach is no known field: here are name, match, delay, weight, next',
  ])
})
