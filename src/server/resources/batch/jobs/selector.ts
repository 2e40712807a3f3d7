import type { Job } from '#server/kinds/types/batch-v1.ts'

const uidLabels = ['controller-uid', 'batch.orch.io/controller-uid'] as const
const nameLabels = ['job-name', 'batch.orch.io/job-name'] as const
export const prefixedLabels: readonly [string, string] = [nameLabels[1], uidLabels[1]] as const

/** Returns the labels that identify the pods of a job, in the order of validation. */
export function generatedLabels({ metadata }: Job, withPrefixed: boolean): readonly (readonly [string, string])[] {
  const [uid, name] = [metadata.uid ?? '', metadata.name ?? '']
  const legacy = [
    [uidLabels[0], uid],
    [nameLabels[0], name],
  ] as const
  if (!withPrefixed) return legacy
  return [...legacy, [uidLabels[1], uid], [nameLabels[1], name]]
}

/** Adds labels to the template and the selector to the job, unless `manualSelector` is set. [JOB4] */
export function generateSelector(job: Job): void {
  const spec = (job.spec ??= {})
  if (spec.manualSelector === true) return
  const metadata = ((spec.template ??= {}).metadata ??= {})
  const labels: { [name: string]: string } = { ...metadata.labels }
  for (const [name, value] of generatedLabels(job, true)) if (!Object.hasOwn(labels, name)) labels[name] = value
  metadata.labels = labels
  const matchLabels = { ...spec.selector?.matchLabels }
  if (!Object.hasOwn(matchLabels, uidLabels[1])) matchLabels[uidLabels[1]] = job.metadata.uid ?? ''
  spec.selector = { ...spec.selector, matchLabels }
}

/** Labels of a job default to those of its template. */
export function takeTemplateLabels({ metadata, spec }: Job): void {
  const labels = spec?.template?.metadata?.labels
  if (labels !== undefined && Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = { ...labels }
}
