import { formatMicroTime } from '#api/time.ts'
import type { ApiClient } from '#client/api-client.ts'
import type { Node } from '#server/kinds/types/core-v1.ts'
import type { ControllerHost } from '#server/controllers/shared/controller.ts'
import { pathOf } from '#server/controllers/shared/owners.ts'
import { hasCode, unlessGone } from '#server/controllers/shared/refusals.ts'
import { nodeConditions, nodeStatus, type SimulatedNode } from './node-objects.ts'

const leaseSeconds = 40
const leasesPath = '/apis/coordination.orch.io/v1/namespaces/kube-node-lease/leases'

interface Reporter {
  readonly host: ControllerHost
  readonly client: ApiClient
}

interface ReportedNode {
  readonly node: SimulatedNode
  readonly hostIp: string
  readonly isReady: boolean
}

const nodePath = ({ node }: ReportedNode): string => pathOf('/api/v1', 'nodes', '', node.name)

/** Reports the state of a node as a whole, as when its kubelet starts. */
export const reportNode = ({ client, host }: Reporter, kubelet: ReportedNode): Promise<void> =>
  unlessGone(() =>
    client.strategicPatch(`${nodePath(kubelet)}/status`, {
      status: nodeStatus(kubelet.node, kubelet.hostIp, kubelet.isReady, host.clock.now()),
    }),
  )

/** Reports the conditions of a node. */
export async function reportConditions({ client, host }: Reporter, kubelet: ReportedNode): Promise<void> {
  await unlessGone(async () => {
    const live = await client.get<Node>(nodePath(kubelet))
    const conditions = nodeConditions(kubelet.isReady, host.clock.now(), live.status?.conditions ?? [])
    await client.adjust(`${nodePath(kubelet)}/status`, { status: { conditions } })
  })
}

export async function renewLease({ client, host }: Reporter, { node: { name } }: ReportedNode): Promise<void> {
  const spec = {
    holderIdentity: name,
    leaseDurationSeconds: leaseSeconds,
    renewTime: formatMicroTime(host.clock.now()),
  }
  try {
    await client.mergePatch(`${leasesPath}/${encodeURIComponent(name)}`, { spec })
  } catch (error) {
    if (!hasCode(error, 404)) throw error
    await unlessGone(() => client.create(leasesPath, { metadata: { name }, spec }))
  }
}
