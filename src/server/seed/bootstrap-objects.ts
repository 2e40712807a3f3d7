import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { autoUpdate, flowSchemas, priorityLevels } from '#server/resources/parts/flow-control/bootstrap.ts'
import { prioritiesOf } from '#server/resources/group-priorities.ts'
import { defaultNetworkName } from '#server/resources/core/services/service-network.ts'

type Kind = readonly [group: string, resource: string, objects: readonly ApiObject[]]

/** The field manager that applies the status of the default ServiceCIDR. */
export const serviceCidrManager = 'orch-service-cidr-controller'

/** Objects that describe a new server: APIServices of its groups, flow control objects, the default ServiceCIDR. [APS4] [FC1] [SVN3] */
export const bootstrapObjects = (resources: ResourceTable, now: string, network: string): readonly Kind[] => [
  ['apiregistration.orch.io', 'apiservices', localServices(resources)],
  ['flowcontrol.apiserver.orch.io', 'prioritylevelconfigurations', withSpec(priorityLevels)],
  ['flowcontrol.apiserver.orch.io', 'flowschemas', withSpec(flowSchemas)],
  ['networking.orch.io', 'servicecidrs', [defaultNetwork(now, network)]],
]

const withSpec = (specs: ReadonlyMap<string, ApiObject['spec']>): readonly ApiObject[] =>
  [...specs].map(([name, spec]) => ({ metadata: { name, annotations: { ...autoUpdate } }, spec }))

function localServices(resources: ResourceTable): readonly ApiObject[] {
  return resources.groups
    .filter((group) => prioritiesOf(group).versionPriority > 0)
    .flatMap((group) =>
      resources
        .versions(group)
        .filter((version) => isBuiltIn(resources, group, version))
        .map((version, at) => ({
          metadata: {
            name: `${version}.${group}`,
            labels: { 'kube-aggregator.orch.io/automanaged': 'onstart' },
          },
          spec: {
            version,
            ...(group !== '' && { group }),
            groupPriorityMinimum: prioritiesOf(group).groupPriority,
            versionPriority: Math.ceil(prioritiesOf(group).versionPriority / 2 ** at),
          },
        })),
    )
}

/** Reports whether a group version is built in. A controller creates the APIServices of custom resource groups. */
const isBuiltIn = ({ definitions }: ResourceTable, group: string, version: string): boolean =>
  definitions.some((each) => each.group === group && each.version === version && each.typedItems !== true)

/** The default ServiceCIDR, which has the name of the API server's Service, as in the reference. */
const defaultNetwork = (now: string, network: string): ApiObject => ({
  metadata: { name: defaultNetworkName },
  spec: { cidrs: [network] },
  status: {
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        lastTransitionTime: now,
        message: 'Orch default Service CIDR is ready',
      },
    ],
  },
})
