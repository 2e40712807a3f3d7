import { cloneJson } from '#api/json.ts'
import type { AdmissionCluster } from '#server/admission/chain/plugin.ts'
import { serverUser } from '#server/auth/user-info.ts'
import type { Registry, Scope } from '#server/registry/registry.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { ownedByServer, serverScope } from '#server/registry/server-write.ts'
import { updateObject } from '#server/registry/update.ts'
import { withoutRules } from './without-rules.ts'
import { noSuchPath } from './path-errors.ts'
import { createReader } from '#server/admission/chain/stored-reader.ts'

/**
 * Creates the cluster access of admission plugins: reads, and updates of usage in a status. These writes are made as
 * the server itself.
 */
export const createAdmissionCluster = (registry: Registry, resources: () => ResourceTable): AdmissionCluster => ({
  ...createReader(registry.objects, resources),
  async change({ group, resource }, namespace, name, change) {
    const definition = resources().findStored(group, resource)
    if (definition === undefined) throw noSuchPath()
    const scope: Scope = {
      ...serverScope(registry, definition, { user: serverUser, verb: 'update', namespace }),
      strategy: withoutRules(definition.strategy),
    }
    await updateObject(registry, scope, {
      name,
      uid: '',
      makeNext: async (live) => ownedByServer(scope, 'status', change(cloneJson(live ?? { metadata: {} })), live),
      hooks: {},
    })
  },
})
