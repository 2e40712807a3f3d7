import { isObject, type Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { formatTime } from '#api/time.ts'
import type { ApiClient } from '#client/api-client.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { createLoop, settled } from './controller-loop.ts'

const apiVersion = 'flowcontrol.apiserver.orch.io/v1'
const schemasPath = `/apis/${apiVersion}/flowschemas`
const levelsPath = `/apis/${apiVersion}/prioritylevelconfigurations`
const manager = 'api-priority-and-fairness-config-consumer-v1'

type Known = Map<string, ApiObject>

/** Sets the condition Dangling of each flow schema: whether its priority level is missing. [FC13] */
export function startFlowSchemaConditions(host: ControllerHost): Controller {
  const schemas: Known = new Map()
  const levels: Known = new Map()
  const loop = createLoop(host, {
    name: 'flow-schemas',
    manager,
    sync: (client, name) => setCondition(client, schemas.get(name), { levels, now: formatTime(host.clock.now()) }),
  })
  const loaded = new Set<Known>()
  const mirror = (path: string, known: Known): void =>
    loop.mirror(path, known, () => {
      loaded.add(known)
      // Before both collections are there, every level would seem to be missing.
      if (loaded.size === 2) for (const name of schemas.keys()) loop.queue.add(name)
    })
  mirror(levelsPath, levels)
  mirror(schemasPath, schemas)
  return loop.controller()
}

interface Around {
  readonly levels: Known
  readonly now: string
}

/** Returns false to try again. */
async function setCondition(client: ApiClient, schema: ApiObject | undefined, around: Around): Promise<boolean> {
  if (schema === undefined) return true
  const { name = '', uid = '' } = schema.metadata
  const wanted = conditionOf(schema, around.levels)
  const present = danglingOf(schema)
  if (present !== undefined && present['status'] === wanted.status && present['reason'] === wanted.reason) return true
  return settled(
    () =>
      client.apply(
        `${schemasPath}/${encodeURIComponent(name)}/status`,
        {
          apiVersion,
          kind: 'FlowSchema',
          metadata: { name, uid },
          status: { conditions: [{ ...wanted, lastTransitionTime: around.now }] },
        },
        manager,
      ),
    name,
  )
}

function conditionOf({ spec }: ApiObject, levels: Known) {
  const reference =
    isObject(spec) && isObject(spec['priorityLevelConfiguration']) ? spec['priorityLevelConfiguration'] : {}
  const name = typeof reference['name'] === 'string' ? reference['name'] : ''
  const refers = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(name)}`
  return levels.has(name)
    ? { type: 'Dangling', status: 'False', reason: 'Found', message: `${refers} and it exists` }
    : { type: 'Dangling', status: 'True', reason: 'NotFound', message: `${refers} but there is no such object` }
}

function danglingOf({ status }: ApiObject): Readonly<Record<string, Json | undefined>> | undefined {
  const conditions = isObject(status) && Array.isArray(status['conditions']) ? status['conditions'] : []
  return conditions.find((each) => isObject(each) && each['type'] === 'Dangling') as
    | Readonly<Record<string, Json | undefined>>
    | undefined
}
