import { expect, test } from 'vitest'
import type { Answer, ReceivedAnswer } from './answer.ts'
import { statusOf } from './read-status.ts'
import { explain } from './explain/explanation.ts'
import { emptyDraft } from './request-draft.ts'
import { sendRequest } from './send-request.ts'

async function answersTo(response: () => Response | Promise<Response>, draft = emptyDraft): Promise<Answer[]> {
  const answers: Answer[] = []
  await sendRequest(draft, {
    fetch: async () => response(),
    actor: '',
    signal: new AbortController().signal,
    now: () => 7,
    onAnswer: (answer) => answers.push(answer),
  })
  return answers
}

const last = (answers: readonly Answer[]): ReceivedAnswer => {
  const answer = answers.at(-1)
  if (answer?.type !== 'received') throw new Error(`the last answer is ${answer?.type}`)
  return answer
}

test('[RC6] a response is reported first as waiting, then with its header, then completely', async () => {
  const answers = await answersTo(() => new Response('{"a":1}', { headers: { 'x-orchard-request-id': '12' } }))

  expect(answers.map((answer) => (answer.type === 'received' ? answer.state : answer.type))).toEqual([
    'waiting',
    'open',
    'open',
    'complete',
  ])
  expect(last(answers)).toMatchObject({ status: 200, body: '{"a":1}', bytes: 7, requestId: 12, lines: null })
})

test('[RC7] the lines of a watch are split at newlines, wherever the chunks end', async () => {
  const chunks = [
    '{"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"a","resourceVersion":"5"}}}\n{"ty',
    'pe":"BOOKMARK"}\n',
  ]
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const answers = await answersTo(() => new Response(body), { ...emptyDraft, query: [{ name: 'watch', value: '1' }] })

  expect(last(answers).lines?.map(({ type, name, resourceVersion }) => [type, name, resourceVersion])).toEqual([
    ['ADDED', 'a', '5'],
    ['BOOKMARK', '', ''],
  ])
})

test('[RC8] a broken connection is reported as an answer, not thrown', async () => {
  const failing = await answersTo(() => Promise.reject(new TypeError('Failed to fetch')))

  expect(failing.at(-1)).toMatchObject({ type: 'failed', message: 'Failed to fetch' })
})

test('[RC9] every refusal has a card, selected by the server’s reason', async () => {
  const refused = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    reason: 'Conflict',
    code: 409,
    details: { name: 'web' },
  }
  const status = statusOf(last(await answersTo(() => Response.json(refused, { status: 409 }))))

  expect(status && explain(status).what).toContain('the current state of web')

  const text = (words: string) => answersTo(() => new Response(words, { status: 404 }))
  expect(explain(statusOf(last(await text('404 page not found\n'))) ?? expect.fail()).id).toBe('no-path')
  expect(statusOf(last(await text('gone fishing')))).toBeNull()

  const watched = (...lines: readonly object[]) =>
    answersTo(() => new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join('')), {
      ...emptyDraft,
      query: [{ name: 'watch', value: '1' }],
    })
  const gone = { type: 'ERROR', object: { ...refused, reason: 'Expired', code: 410 } }
  const added = { type: 'ADDED', object: { kind: 'Pod', metadata: { name: 'a' } } }
  expect(statusOf(last(await watched(added, gone)))).toMatchObject({ code: 410 })
  expect(statusOf(last(await watched(added)))).toBeNull()
})
