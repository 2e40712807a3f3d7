import { isObject, type JsonObject } from '#api/json.ts'
import { merge, type Untimed } from '#samples/step.ts'
import { shopController } from './cast.ts'

/** Returns the path of a Deployment of the shop. */
export const deploymentPath = (name: string): string => `/apis/apps/v1/namespaces/shop/deployments/${name}`

const member = (object: JsonObject, name: string): JsonObject => {
  const value = object[name]
  return value !== undefined && isObject(value) ? value : {}
}
const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

/**
 * Returns the status of a Deployment during a rollout, as a merge patch for `status` from the shop's controller.
 * `ready` limits the replicas that are ready; default: all.
 */
export function rolloutStatus(deployment: JsonObject, nowMs: number, ready: number = Infinity): JsonObject {
  const wanted = count(member(deployment, 'spec')['replicas'])
  const readyReplicas = Math.min(ready, wanted)
  const done = readyReplicas === wanted
  const time = new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    status: {
      observedGeneration: count(member(deployment, 'metadata')['generation']),
      replicas: wanted,
      updatedReplicas: wanted,
      readyReplicas: readyReplicas === 0 ? null : readyReplicas,
      availableReplicas: readyReplicas === 0 ? null : readyReplicas,
      unavailableReplicas: done ? null : wanted - readyReplicas,
      conditions: [
        {
          type: 'Available',
          status: done ? 'True' : 'False',
          reason: done ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
          message: done ? 'Deployment has minimum availability.' : 'Deployment does not have minimum availability.',
          lastUpdateTime: time,
          lastTransitionTime: time,
        },
      ],
    },
  }
}

/** The step in which the shop's controller updates the status. */
export const report = (name: string, ready?: number): Untimed =>
  merge(
    shopController,
    `${deploymentPath(name)}/status`,
    (current, nowMs) => rolloutStatus(current, nowMs, ready),
    deploymentPath(name),
  )
