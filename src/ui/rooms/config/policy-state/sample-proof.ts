import type { SampleTrial } from '#facts/admission-trial-api.ts'
import type { ProofExchange } from '#proof/exchange.ts'
import { collectionPath, objectPath } from '#ui/model/discovery.ts'
import type { TriedSample } from './samples.ts'

/**
 * Returns the refusal of a sample as recordings have it; `null` for a write that is admitted, whose answer the trial
 * does not make. [UPS2]
 */
export function proofOfSample(sample: TriedSample, { status, warnings }: SampleTrial): ProofExchange | null {
  if (status === null) return null
  const { resource, operation, namespace, name, subresource } = sample
  const path = operation === 'CREATE' ? collectionPath(resource, namespace) : objectPath(resource, namespace, name)
  return {
    method: operation === 'CREATE' ? 'POST' : operation === 'DELETE' ? 'DELETE' : 'PUT',
    target: subresource === '' ? path : `${path}/${subresource}`,
    sentType: operation === 'DELETE' ? '' : 'application/json',
    status: Number(status['code']),
    answeredType: 'application/json',
    warning: warnings.join(', '),
    body: status,
    text: '',
  }
}
