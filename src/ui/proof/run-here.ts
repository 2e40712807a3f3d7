import { CLUSTERS_PATH, type ClusterInfo } from '#facts/clusters-api.ts'
import { type PlayedStep, playCase } from '#proof/play-case.ts'
import type { RecordedCase } from '#proof/recorded-case.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { postJson } from '#ui/model/api.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'

/** The answers to the steps of a case, and the namespace in which it was played. */
export interface PlayedHere {
  readonly answers: readonly PlayedStep[]
  readonly namespace: string
}

/** Sends the requests of a case up to `step` to a new branch in memory, which is gone afterwards. @throws Refusal [UPS4] */
export async function runHere({ read }: Pick<Lab, 'read'>, recorded: RecordedCase, step: number): Promise<PlayedHere> {
  const from = { type: 'trial', of: currentCluster() }
  const { name } = await postJson<ClusterInfo>(read, CLUSTERS_PATH, { title: 'a recorded case', from })
  try {
    const namespace = `s-${recorded.name.slice(0, 30)}-${name.slice(-6)}`.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')
    const answers = await playCase(recorded, {
      step,
      namespace,
      send: (path, init) => read(`/clusters/${name}${path}`, init),
    })
    return { answers, namespace }
  } finally {
    await read(`${CLUSTERS_PATH}/${name}`, { method: 'DELETE' }).catch(() => undefined)
  }
}
