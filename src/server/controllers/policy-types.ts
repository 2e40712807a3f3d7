import type { ApiObject } from '#api/object-meta.ts'
import { followCollection } from '#client/follow.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { ownClient } from '#server/controllers/shared/own-client.ts'
import { controlsOf, createWorkQueue } from '#server/controllers/shared/work-queue.ts'

const path = '/apis/admissionregistration.orch.io/v1/validatingadmissionpolicies'
const manager = 'validatingadmissionpolicy-status'

/** Checks the types of expressions in validating policies, once per generation, and writes what is wrong. [VAP12] */
export function startPolicyTypeCheck({ fetch, clock, changed, during = (work) => work }: ControllerHost): Controller {
  const { client, headers } = ownClient(fetch, manager)
  const ending = new AbortController()
  const policies = new Map<string, ApiObject>()
  const queue = createWorkQueue({
    name: 'validatingadmissionpolicy-status',
    clock,
    changed,
    // Loaded with the first policy: the engine of expressions comes with it.
    sync: async (name) => (await during(import('./check-policy-types.ts'))).checkPolicy(client, policies.get(name)),
  })
  const follow = (policy: ApiObject): void => {
    const { name = '' } = policy.metadata
    policies.set(name, policy)
    queue.add(name)
  }
  void followCollection({
    fetch,
    path,
    headers,
    signal: ending.signal,
    onList(items) {
      policies.clear()
      for (const each of items) follow(each)
    },
    onEvent({ type, object }) {
      if (type === 'DELETED') policies.delete(object.metadata.name ?? '')
      else follow(object)
    },
    pause: (ms) => new Promise((resolve) => void clock.after(ms, resolve)),
  })
  return {
    ...controlsOf(queue),
    stop() {
      ending.abort()
      queue.stop()
    },
  }
}
