import type { JsonObject } from '#api/json.ts'
import type { ApiClient } from '#client/api-client.ts'
import { followCollection } from '#client/follow.ts'
import { Refusal } from '#client/refusal.ts'
import { LIFE_NAME, LIFE_NAMESPACE, NODES_KEY, RUNNING_KEY, STAGES_KEY } from '#facts/life.ts'
import type { ConfigMap } from '#server/kinds/types/core-v1.ts'
import type { ControllerHost } from '#server/controllers/shared/controller.ts'
import { ownClient } from '#server/controllers/shared/own-client.ts'
import { pathOf } from '#server/controllers/shared/owners.ts'
import { hasCode } from '#server/controllers/shared/refusals.ts'

interface Declaration {
  readonly running: boolean
  readonly nodes: number
}

const nodesMax = 100
const none: Declaration = { running: false, nodes: 0 }
const collection = pathOf('/api/v1', 'configmaps', LIFE_NAMESPACE)
const path = pathOf('/api/v1', 'configmaps', LIFE_NAMESPACE, LIFE_NAME)

const clientOf = ({ fetch }: ControllerHost): ReturnType<typeof ownClient> =>
  ownClient(fetch, 'orchard', 'system:orchard')

function read(map: ConfigMap | undefined): Declaration {
  const nodes = Number(map?.data?.[NODES_KEY] ?? '0')
  const isCount = Number.isInteger(nodes) && nodes >= 0
  return map?.data?.[RUNNING_KEY] === 'true' ? { running: true, nodes: isCount ? Math.min(nodes, nodesMax) : 0 } : none
}

/** Calls `changed` with what the ConfigMap of the cluster declares, at first and after each change. [LC104] */
export function followDeclaration(host: ControllerHost, changed: (declared: Declaration) => void): () => void {
  const { headers } = clientOf(host)
  const ending = new AbortController()
  let last = JSON.stringify(none)
  const note = (map: ConfigMap | undefined): void => {
    const next = read(map)
    const text = JSON.stringify(next)
    if (text === last) return
    last = text
    changed(next)
  }
  void followCollection({
    fetch: host.fetch,
    path: collection,
    headers,
    fieldSelector: `metadata.name=${LIFE_NAME}`,
    signal: ending.signal,
    pause: (ms) => new Promise((resolve) => void host.clock.after(ms, resolve)),
    onList: ([first]) => note(first),
    onEvent: ({ type, object }) => note(type === 'DELETED' ? undefined : object),
  })
  return () => ending.abort()
}

/** Writes the stages of pods into the cluster, where there are none yet, so that they can be read and edited. */
export const declareStages = (host: ControllerHost): Promise<void> => declare(clientOf(host).client, {})

/**
 * Records in the cluster's ConfigMap that controllers and nodes run or do not run, so that a restart, a branch and a link
 * do the same. [LC104]
 */
export const declareLife = (host: ControllerHost, { running, nodes }: Declaration): Promise<void> =>
  declare(clientOf(host).client, {
    [RUNNING_KEY]: String(running),
    ...(running && { [NODES_KEY]: String(nodes) }),
  })

async function declare(client: ApiClient, data: JsonObject): Promise<void> {
  try {
    const live = await client.get<ConfigMap>(path)
    const missing = live.data?.[STAGES_KEY] === undefined ? { [STAGES_KEY]: await stagesText() } : {}
    const change = { ...missing, ...data }
    if (Object.keys(change).length > 0) await client.mergePatch(path, { data: change })
  } catch (error) {
    if (!hasCode(error, 404)) throw error
    const created = { metadata: { name: LIFE_NAME }, data: { ...data, [STAGES_KEY]: await stagesText() } }
    await client.create(collection, created).catch((refusal: unknown) => {
      // Another start wrote it first.
      if (!(refusal instanceof Refusal)) throw refusal
    })
  }
}

const stagesText = async (): Promise<string> => (await import('./default-stages.ts')).defaultStages.trimStart()
