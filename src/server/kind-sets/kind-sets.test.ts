import { expect, test } from 'vitest'
import { admissionPlugins } from '#server/admission/plugins/index.ts'
import { admissionPluginNames, pluginsOffByDefault } from '#server/admission/plugins/admission-settings.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { core } from './core.ts'
import { everyKind } from './every-kind.ts'
import { infrastructure } from './infrastructure.ts'
import { joinKindSets, type KindSet } from './kind-set.ts'
import { policy } from './policy.ts'
import { workloads } from './workloads.ts'

/** Returns the names of the plugins that a server with these kinds runs when all are turned on, in their order. */
function chainOf(kinds: KindSet): readonly string[] {
  const ports = {
    clock: createSimulatedClock(),
    random: () => '',
    podSecurity: { evaluated: () => undefined, exempted: () => undefined },
    factories: kinds.plugins,
    dynamic: [],
    checks: [],
  }
  const settings = { enabled: [...pluginsOffByDefault], configurations: { eventLimits: [] } }
  return admissionPlugins(ports, settings).map(({ name }) => name)
}

test('[LIB25] the sets of kinds bring their admission plugins, which run in the order of the reference', () => {
  const all = chainOf(everyKind)
  expect(all).toEqual(admissionPluginNames.filter((name) => all.includes(name)))
  expect(chainOf(core)).toEqual(['NamespaceLifecycle', 'NamespaceExists', 'EventRateLimit', 'AlwaysDeny'])
  expect(chainOf(joinKindSets([core, policy]))).toContain('ResourceQuota')
  expect(all).toHaveLength(22)
})

test('[LIB25] a plugin that two sets bring runs once', () => {
  const both = chainOf(joinKindSets([workloads, infrastructure]))
  expect(both.filter((name) => name === 'Priority')).toHaveLength(1)
  expect(chainOf(workloads)).toContain('Priority')
  expect(chainOf(infrastructure)).toContain('Priority')
})
