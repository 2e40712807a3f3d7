import { CLUSTERS_PATH, type ClusterInfo } from '#facts/clusters-api.ts'
import { ACTING_AS_GROUPS_HEADER, ACTING_AS_HEADER, ACTING_AS_UID_HEADER } from '#facts/debug-api.ts'
import { type PlayedStep, playCase } from '#proof/play-case.ts'
import type { RecordedCase } from '#proof/recorded-case.ts'
import { nobody, recordedUser } from '#proof/recorded-user.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { postJson } from '#ui/model/api.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'

/** The answers to the steps of a case, and the namespace in which it was played. */
export interface PlayedHere {
  readonly answers: readonly PlayedStep[]
  readonly namespace: string
}

/**
 * Returns the headers of a step with the user that the recorded server saw: this one does not know the tokens of the
 * recordings. A token that only the server can judge stays, and nobody vouches for its holder.
 */
function asRecorded(sent: RequestInit['headers']): Headers {
  const headers = new Headers(sent)
  const user = recordedUser(headers.get('authorization'))
  if (user !== null && user !== nobody) headers.delete('authorization')
  const { name, uid = '', groups } = user ?? nobody
  headers.set(ACTING_AS_HEADER, name)
  headers.set(ACTING_AS_GROUPS_HEADER, groups.join(','))
  if (uid !== '') headers.set(ACTING_AS_UID_HEADER, uid)
  return headers
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
      send: (path, init) => read(`/clusters/${name}${path}`, { ...init, headers: asRecorded(init.headers) }),
    })
    return { answers, namespace }
  } finally {
    await read(`${CLUSTERS_PATH}/${name}`, { method: 'DELETE' }).catch(() => undefined)
  }
}
