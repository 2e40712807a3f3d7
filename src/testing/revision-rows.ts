import { toResourceVersion, toRevision } from '#api/revision.ts'
import type { RevisionRow } from '#facts/fact.ts'

/** Returns a row of the revision log: a patch of the ConfigMap `a` in `shop` by alice. `change` replaces fields. */
export const configMapRow = (revision: number, change: Partial<RevisionRow> = {}): RevisionRow => ({
  revision,
  resourceVersion: toResourceVersion(toRevision(revision)),
  timeMs: revision * 1000,
  actor: 'alice',
  manager: 'orchctl',
  verb: 'patch',
  effect: 'updated',
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespace: 'shop',
  name: 'a',
  uid: 'u1',
  cause: 0,
  previous: revision - 1,
  bytes: 100,
  changes: [],
  changeCount: 0,
  ...change,
})

/** Returns a row of the revision log: a patch of the Deployment `web` in `shop` by alice. `change` replaces fields. */
export const deploymentRow = (revision: number, change: Partial<RevisionRow> = {}): RevisionRow =>
  configMapRow(revision, { group: 'apps', resource: 'deployments', kind: 'Deployment', name: 'web', ...change })
