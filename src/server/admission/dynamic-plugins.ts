import type { ApiObject } from '#api/object-meta.ts'
import type { AdmissionPlugin } from './chain/plugin.ts'
import type { Followed } from './dynamic/followed-objects.ts'
import { type MutatingPolicies, mutatingPolicies } from './policies/mutating-policies.ts'
import { type Policies, validatingPolicies } from './policies/validating-policies.ts'
import { mutatingWebhooks } from './webhooks/mutating-webhooks.ts'
import { type Webhooks, validatingWebhooks } from './webhooks/validating-webhooks.ts'
import { type PlannedWebhook, planWebhooks } from './webhooks/webhook-plan.ts'

/*
 * The plugins of dynamic admission, with the engine of their expressions: loaded when the first webhook or policy is
 * there.
 */

type Configurations = Followed<readonly ApiObject[]>

export interface DynamicParts {
  readonly mutators: Pick<MutatingPolicies, 'followed' | 'isOn'>
  readonly policies: Policies['followed']
  readonly mutating: Configurations
  readonly validating: Configurations
  readonly shared: Pick<Webhooks, 'dispatcher' | 'authorizer' | 'definitions'>
}

/** The plugins by name. */
export interface DynamicPlugins {
  readonly mutatingPolicies: AdmissionPlugin
  readonly mutatingWebhooks: AdmissionPlugin
  readonly validatingPolicies: AdmissionPlugin
  readonly validatingWebhooks: AdmissionPlugin
}

export const dynamicPlugins = ({ mutators, policies, mutating, validating, shared }: DynamicParts): DynamicPlugins => ({
  mutatingPolicies: mutatingPolicies({ ...shared, ...mutators }),
  mutatingWebhooks: mutatingWebhooks({ ...shared, followed: planned(mutating) }),
  validatingPolicies: validatingPolicies({ ...shared, followed: policies }),
  validatingWebhooks: validatingWebhooks({ ...shared, followed: planned(validating) }),
})

/** The webhooks of the configurations, planned once for each state of them. */
function planned({ read, stop }: Configurations): Followed<readonly PlannedWebhook[]> {
  const plans = new WeakMap<readonly ApiObject[], readonly PlannedWebhook[]>()
  const planOf = (configurations: readonly ApiObject[]): readonly PlannedWebhook[] => {
    const found = plans.get(configurations) ?? planWebhooks(configurations)
    plans.set(configurations, found)
    return found
  }
  return {
    read() {
      const found = read()
      return found instanceof Promise ? found.then(planOf) : planOf(found)
    },
    stop,
  }
}
