import type { Job } from '#server/kinds/types/batch-v1.ts'
import { isFinished } from '#server/controllers/job/job-conditions.ts'
import { jobKind } from '#server/controllers/job/job-parts.ts'
import type { LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { keyOf, pathOfObject } from '#server/controllers/shared/owners.ts'
import { isTerminating } from '#server/controllers/shared/pods.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'

function expiresAtMs(job: Job): number | null {
  const seconds = job.spec?.ttlSecondsAfterFinished
  if (seconds === undefined || !isFinished(job)) return null
  const end = job.status?.conditions?.find(
    ({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True',
  )
  return Date.parse(end?.lastTransitionTime ?? '') + seconds * 1000
}

/** Deletes ended Jobs, with their pods, after their time. [LC46] */
export const ttlAfterFinished: LoopDefinition = {
  name: 'ttl-after-finished',
  account: 'ttl-after-finished-controller',
  start({ informers, queue, clock }) {
    const jobs = informers.of<Job>('/apis/batch/v1/jobs')
    jobs.onChange((_before, after) => {
      if (after === undefined || isTerminating(after)) return
      const atMs = expiresAtMs(after)
      if (atMs !== null) queue.addAfter(keyOf(after), atMs - clock.now())
    })
    return async (key, { client }) => {
      const known = jobs.get(key)
      if (known === undefined) return
      await unlessGone(async () => {
        const live = await client.get<Job>(pathOfObject(jobKind, known))
        const atMs = expiresAtMs(live)
        if (atMs === null || isTerminating(live)) return
        if (atMs > clock.now()) return queue.addAfter(key, atMs - clock.now())
        const options = { propagationPolicy: 'Foreground', preconditions: { uid: live.metadata.uid } }
        await client.delete(pathOfObject(jobKind, live), options)
      })
    }
  },
}
