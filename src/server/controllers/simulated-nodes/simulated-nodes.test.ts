import { expect, test, vi } from 'vitest'
import type { Informers } from '#server/controllers/shared/informers.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { startSimulatedNodes } from './simulated-nodes.ts'

const stages = `
- name: run
  match: { status.phase: [Pending] }
  next: { phase: Running }
`

const pod: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'shop', uid: 'u1', resourceVersion: '7' },
  spec: { nodeName: 'n1', containers: [] },
  status: { phase: 'Pending' },
}

const refusal = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'ServerTimeout', code: 500 }

/** A simulated node whose server answers by `answerPod` when the pod is read. */
async function startNode(answerPod: () => Response) {
  const sent: string[] = []
  const timers: { readonly delayMs: number; readonly run: () => void }[] = []
  let onPod: ((before: Pod | undefined, after: Pod | undefined) => void) | undefined
  const informer = {
    onChange: (listen: typeof onPod) => (onPod = listen),
    all: () => [],
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the nodes follow one collection only
  const informers = { of: () => informer, changing: () => '' } as unknown as Informers
  const nodes = startSimulatedNodes(
    {
      clock: {
        now: () => 0,
        after(delayMs, run) {
          const timer = { delayMs, run }
          timers.push(timer)
          return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
        },
      },
      fetch: (path, options) => {
        sent.push(`${options?.method ?? 'GET'} ${String(path).replace(/\?.*/, '')}`)
        const isPod = options?.method === 'GET' && String(path).endsWith('/pods/a')
        return Promise.resolve(isPod ? answerPod() : Response.json({ metadata: {} }))
      },
      changed: () => undefined,
    },
    informers,
    stages,
  )
  await nodes.add({ name: 'n1' })
  /** Lets the first timer with this delay end. */
  const passTime = (delayMs: number): void => {
    const at = timers.findIndex((timer) => timer.delayMs === delayMs)
    timers.splice(at, 1)[0]?.run()
  }
  return { nodes, sent, timers, passTime, show: () => onPod?.(undefined, pod) }
}

test('[LC81] a stage whose report is refused is entered a second later', async () => {
  const answers = [Response.json(refusal, { status: 500 }), Response.json(pod)]
  const { nodes, sent, timers, passTime, show } = await startNode(() => answers.shift() ?? Response.error())
  show()
  passTime(0)
  await vi.waitFor(() => expect(timers.map(({ delayMs }) => delayMs)).toContain(1_000))
  expect(sent).not.toContain('PATCH /api/v1/namespaces/shop/pods/a/status')
  passTime(1_000)
  await vi.waitFor(() => expect(sent).toContain('PATCH /api/v1/namespaces/shop/pods/a/status'))
  nodes.stop()
})

test('[LC81] a node that was stopped does not repeat a refused report', async () => {
  const { nodes, timers, passTime, show } = await startNode(() => {
    nodes.stop()
    return Response.json(refusal, { status: 500 })
  })
  show()
  passTime(0)
  await new Promise(setImmediate)
  expect(timers).toEqual([])
})
