import type { Node } from '#server/kinds/types/core-v1.ts'
import type { LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { pathOf } from '#server/controllers/shared/owners.ts'

const annotation = 'node.alpha.orch.io/ttl'
/** From this number of nodes on, kubelets may keep secrets and config maps for so many seconds. */
const steps = [
  [1000, 300],
  [500, 60],
  [300, 30],
  [100, 15],
] as const

/** Annotates nodes with the time for which kubelets may cache Secrets and ConfigMaps, by the size of the cluster. [LC93] */
export const nodeTtl: LoopDefinition = {
  name: 'ttl',
  account: 'ttl-controller',
  start({ informers, queue }) {
    const nodes = informers.of<Node>('/api/v1/nodes')
    nodes.onChange((_before, after) => {
      if (after !== undefined) queue.add(after.metadata.name ?? '')
    })
    return async (name, { client }) => {
      const node = nodes.get(`/${name}`)
      if (node === undefined) return
      const count = nodes.all().length
      const seconds = String(steps.find(([from]) => count > from)?.[1] ?? 0)
      if (node.metadata.annotations?.[annotation] === seconds) return
      const path = pathOf('/api/v1', 'nodes', '', name)
      await client.strategicPatch(path, { metadata: { annotations: { [annotation]: seconds } } })
    }
  },
}
