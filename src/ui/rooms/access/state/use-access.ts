import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { type Access, createAccess } from './access.ts'
import { followAsked } from './access-address.ts'
import type { AccessState } from './access-store.ts'
import { endedCount } from './identities.ts'
import { type Identity, identitiesOf, resourceOf } from './cluster-identities.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import { type RoleResource, rolesIdOf } from './roles-of.ts'

export const useAccess = (): Access => partState(useLab(), createAccess)

export const useAccessState = <Value>(select: (state: AccessState) => Value): Value =>
  useStore(useAccess().store, select)

/** Returns the current identities; updates when one of their sources changes. */
export function useIdentities(): readonly Identity[] {
  const lab = useLab()
  const tokens = useAccessState((state) => state.tokens)
  useStore(lab.actor)
  useStore(lab.objects, (state) => state.collections.get('v1.serviceaccounts')?.items)
  useStore(lab.cluster, (state) => state.rows.length)
  return identitiesOf(lab, tokens)
}

/** Returns the resources that can be selected, in discovery order. */
export function useResources(): readonly WatchableResource[] {
  const collections = useStore(useLab().objects, (state) => state.collections)
  return [...collections.values()].map(({ resource }) => resource)
}

export function useResource(id: string): WatchableResource | undefined {
  const lab = useLab()
  useStore(lab.objects, (state) => state.collections.has(id))
  return resourceOf(lab, id)
}

/** Returns the names of all namespaces. */
export function useNamespaces(): readonly string[] {
  const items = useStore(useLab().objects, (state) => state.collections.get('v1.namespaces')?.items)
  return [...(items?.values() ?? [])].map(({ metadata }) => metadata.name ?? '').toSorted()
}

const roleResources: readonly RoleResource[] = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings']

/** Returns a value that changes whenever a role or a binding changes. */
function useRolesVersion(): string {
  const { objects } = useLab()
  return useStore(objects, (state) =>
    roleResources.map((resource) => newest(state.collections.get(rolesIdOf(state, resource))?.items)).join(' '),
  )
}

/** Returns the count and the newest resourceVersion, which is enough to detect a change. */
function newest(items: ReadonlyMap<string, ApiObject> | undefined): string {
  const versions = [...(items?.values() ?? [])].map(({ metadata }) => metadata.resourceVersion ?? '')
  return `${versions.length}/${versions.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)).at(-1) ?? ''}`
}

/** Follows the server's clock, which may run faster than the browser's. */
function useEndedTokens(): number {
  const tokens = useAccessState((state) => state.tokens)
  return useStore(useLab().clock.store, ({ nowMs }) => endedCount(tokens, nowMs))
}

/** Keeps the room up to date with reloads of files, outbound requests and discovery. */
export function useFollowing(): void {
  const lab = useLab()
  const access = useAccess()
  const reloads = useStore(lab.cluster, (state) => state.reloads.length)
  const dials = useStore(lab.cluster, (state) => state.dials.length)
  const gridResourceId = useAccessState((state) => state.gridResourceId)
  const gridNamespace = useAccessState((state) => state.gridNamespace)
  const tokens = useAccessState((state) => state.tokens.length)
  const isDiscovered = useStore(lab.objects, (state) => state.collections.has(gridResourceId))
  useEffect(() => {
    void access.load()
  }, [access, dials])
  const ended = useEndedTokens()
  useEffect(() => {
    if (reloads > 0 || ended > 0) void access.retryTokens()
  }, [access, reloads, ended])
  useEffect(() => followAsked(lab, access), [lab, access])
  const roles = useRolesVersion()
  useEffect(() => {
    if (isDiscovered) void access.fillGrid()
  }, [access, isDiscovered, gridResourceId, gridNamespace, reloads, tokens, roles])
  useEffect(() => {
    if (isDiscovered) void access.decide()
  }, [access, isDiscovered, reloads, roles])
}
