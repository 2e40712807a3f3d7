import { type Json, type JsonObject, deepEqual } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { toRevision } from '#api/revision.ts'
import { toTimestamp } from '#server/registry/metadata/object-meta.ts'
import { type OwnedWrite, withOwners } from '#server/registry/managed-fields/owners.ts'
import { type Registry, fromStored } from '#server/registry/registry.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { keyOf, prefixOf } from '#server/registry/storage-key.ts'
import { StorageError } from '#server/storage/log.ts'
import { toStoredForm } from '#server/registry/stored-form.ts'
import { cleanupFinalizer } from '#server/resources/apiextensions/customresourcedefinitions/strategy.ts'
import type { CustomResourceDefinition } from '#server/kinds/types/apiextensions-v1.ts'
import { CompiledTypes } from './compiled-types.ts'
import { namesOf, settledStatus, withCondition } from './conditions.ts'
import type { ConversionPorts } from './conversion-webhook.ts'
import { customDefinitions } from './custom-definition.ts'

/** The types that are currently served: the built-in ones and those of the stored definitions. */
export interface ServedTypes {
  readonly resources: () => ResourceTable
  /** Lists the stored definitions and watches them from then on. */
  start(): Promise<void>
  stop(): void
}

/** Types without a definition; their set may change while the server runs. */
export interface BuiltInTypes {
  readonly definitions: () => readonly ResourceDefinition[]
  onChange(listener: () => void): void
}

/** The dependencies of the definition watch. */
interface TypePorts {
  readonly conversions: Omit<ConversionPorts, 'findService'>
  /** Called with unexpected errors. */
  readonly report: (error: unknown) => void
}

const manager = 'kube-apiserver'
const author = { actor: 'system:apiserver', verb: 'update', manager }

/**
 * Watches the stored CustomResourceDefinitions: serves their types, accepts their names, and deletes their objects when
 * they are deleted. [CRD2]
 */
export function createServedTypes(
  registry: Registry,
  builtIn: BuiltInTypes,
  { conversions, report }: TypePorts,
): ServedTypes {
  const follower = new DefinitionFollower(registry, builtIn.definitions, { conversions, report })
  builtIn.onChange(() => follower.serve())
  return {
    resources: () => follower.table,
    start: () => follower.start(),
    stop: () => follower.stop(),
  }
}

/** Holds the current definitions and processes their changes one after the other. */
class DefinitionFollower {
  readonly #registry: Registry
  readonly #report: (error: unknown) => void
  readonly #own: ResourceDefinition | undefined
  readonly #definitions = new Map<string, CustomResourceDefinition>()
  /** Names of definitions that wait for the names of their types. */
  readonly #unnamed = new Set<string>()
  readonly #types: CompiledTypes
  #work: Promise<void> = Promise.resolve()
  #unwatch: (() => void) | null = null
  #stopped = false

  constructor(registry: Registry, builtIn: () => readonly ResourceDefinition[], { conversions, report }: TypePorts) {
    this.#registry = registry
    this.#report = report
    const findService: ConversionPorts['findService'] = (namespace, name) => this.#findService(namespace, name)
    this.#types = new CompiledTypes(builtIn, { ...conversions, findService })
    this.#own = this.table.findStored('apiextensions.orch.io', 'customresourcedefinitions')
  }

  get table(): ResourceTable {
    return this.#types.table
  }

  async start(): Promise<void> {
    if (this.#own === undefined || this.#stopped) return
    const prefix = prefixOf(this.#own, '')
    const { items, revision } = await this.#registry.objects.list({ prefix })
    this.#definitions.clear()
    this.#unnamed.clear()
    for (const { object } of items) this.#remember(object)
    this.#types.keepOnly(new Set(this.#definitions.keys()))
    this.#types.refresh()
    if (this.#stopped) return
    this.#unwatch = this.#registry.objects.watch({
      prefix,
      after: revision,
      onEvents: (events) => {
        for (const { type, stored } of events) {
          if (type === 'DELETED') this.#forget(stored.object.metadata.name ?? '')
          else this.#remember(stored.object)
        }
        this.#types.refresh()
        for (const { stored } of events) this.#scheduleWithOthers(stored.object as CustomResourceDefinition)
      },
      // If the revision of the watch was compacted, list everything again.
      onEnd: (error) => {
        if (error === null || this.#stopped) return
        this.#work = this.#work.then(() => this.start()).catch((failure: unknown) => this.#failed(failure))
      },
    })
    for (const name of this.#definitions.keys()) this.#schedule(name)
  }

  stop(): void {
    this.#stopped = true
    this.#unwatch?.()
  }

  async #findService(namespace: string, name: string): Promise<JsonObject | null> {
    const services = this.table.findStored('', 'services')
    if (services === undefined) return null
    const stored = await this.#registry.objects.get(keyOf(services, namespace, name))
    return stored === null ? null : fromStored(services, stored)
  }

  #remember(object: ApiObject): void {
    const crd = object as CustomResourceDefinition
    const { name = '' } = crd.metadata
    this.#definitions.set(name, crd)
    if (hasItsNames(crd)) this.#unnamed.delete(name)
    else this.#unnamed.add(name)
    this.#types.set(crd)
  }

  /** Serves other built-in types. */
  serve(): void {
    this.#types.rebuild()
  }

  #forget(name: string): void {
    this.#definitions.delete(name)
    this.#unnamed.delete(name)
    this.#types.delete(name)
  }

  /** Handles an error. After the store was closed errors are expected; all others are bugs and must be reported. */
  #failed(error: unknown): void {
    if (!(error instanceof StorageError)) this.#report(error)
  }

  #schedule(name: string): void {
    this.#work = this.#work.then(() => this.#settle(name)).catch((error: unknown) => this.#failed(error))
  }

  /**
   * Schedules this definition and the others of its group, because names that it releases may now be accepted for them.
   */
  #scheduleWithOthers({ metadata, spec }: CustomResourceDefinition): void {
    this.#schedule(metadata.name ?? '')
    for (const name of this.#unnamed)
      if (name !== metadata.name && this.#definitions.get(name)?.spec?.group === spec?.group) this.#schedule(name)
  }

  /** Reconciles one definition: its names first, and its objects if it is being deleted. */
  async #settle(name: string): Promise<void> {
    const crd = this.#definitions.get(name)
    if (crd === undefined || this.#stopped) return
    if (crd.metadata.deletionTimestamp === undefined) await this.#settleNames(crd)
    else if ((crd.metadata.finalizers ?? []).includes(cleanupFinalizer)) await this.#cleanUp(crd)
  }

  async #settleNames(crd: CustomResourceDefinition): Promise<void> {
    const taken = (): ReturnType<typeof namesOf> =>
      namesOf(
        [...this.#definitions.values()].filter(
          (each) => each.metadata.name !== crd.metadata.name && each.spec?.group === crd.spec?.group,
        ),
      )
    const status = settledStatus(crd, taken, this.#now())
    if (status !== null) await this.#write(crd, { ...crd, status })
  }

  async #cleanUp(crd: CustomResourceDefinition): Promise<void> {
    const underWay = withCondition(crd.status?.conditions ?? [], { ...deleting, lastTransitionTime: this.#now() })
    if (!deepEqual(underWay as Json, (crd.status?.conditions ?? []) as Json))
      return this.#write(crd, { ...crd, status: { ...crd.status, conditions: underWay } })
    if (!(await this.#removeObjects(crd))) return this.#waitForObjects(crd)
    const finalizers = (crd.metadata.finalizers ?? []).filter((each) => each !== cleanupFinalizer)
    const metadata = { ...crd.metadata, finalizers }
    if (finalizers.length === 0) await this.#write(crd, null)
    else await this.#write(crd, { ...crd, metadata, status: { ...crd.status, conditions: terminated(crd) } })
  }

  /** Deletes the objects and reports whether none is left: those with finalizers are only marked. */
  async #removeObjects(crd: CustomResourceDefinition): Promise<boolean> {
    const [type] = customDefinitions(crd, { which: 'all' })
    if (type === undefined) return true
    const { objects } = this.#registry
    const prefix = prefixOf(type, '')
    for (const stored of (await objects.list({ prefix })).items) {
      const { finalizers, deletionTimestamp } = stored.object.metadata
      const isHeld = (finalizers ?? []).length > 0
      if (isHeld && deletionTimestamp !== undefined) continue
      const object = isHeld ? this.#marked(type, fromStored(type, stored)) : null
      await objects.write({ key: stored.key, expected: stored.revision, object, author })
    }
    return (await objects.list({ prefix, limit: 1 })).items.length === 0
  }

  #marked(type: ResourceDefinition, object: ApiObject): ApiObject {
    const generation = (object.metadata.generation ?? 0) + 1
    const metadata = { ...object.metadata, generation, deletionTimestamp: this.#now(), deletionGracePeriodSeconds: 0 }
    return toStoredForm(type, { ...object, metadata })
  }

  /** Waits for objects with finalizers, which block the removal of their definition. */
  #waitForObjects(crd: CustomResourceDefinition): void {
    this.#registry.clock.after(retryMs, () => this.#schedule(crd.metadata.name ?? ''))
  }

  #now(): string {
    return toTimestamp(this.#registry.clock.now())
  }

  /** Returns the object with managedFields, like a write through the status endpoint. */
  #owned(next: CustomResourceDefinition, live: CustomResourceDefinition, kind: ResourceDefinition): ApiObject {
    const write: OwnedWrite = {
      kind,
      manager,
      subresource: 'status',
      nowMs: this.#registry.clock.now(),
      resetFields: [['spec'], ['metadata']],
      versionOf: () => undefined,
    }
    return withOwners(write, next, live)
  }

  async #write(crd: CustomResourceDefinition, next: CustomResourceDefinition | null): Promise<void> {
    if (this.#own === undefined) return
    await this.#registry.objects.write({
      key: keyOf(this.#own, '', crd.metadata.name ?? ''),
      expected: toRevision(Number(crd.metadata.resourceVersion)),
      object: next === null ? null : toStoredForm(this.#own, this.#owned(next, crd, this.#own)),
      author,
    })
  }
}

const retryMs = 1000

const hasItsNames = ({ status }: CustomResourceDefinition): boolean =>
  (status?.conditions ?? []).some(({ type, status: is }) => type === 'NamesAccepted' && is === 'True')

const deleting = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
}

const terminated = (crd: CustomResourceDefinition): ReturnType<typeof withCondition> =>
  withCondition(crd.status?.conditions ?? [], {
    type: 'Terminating',
    status: 'False',
    lastTransitionTime: crd.metadata.deletionTimestamp ?? '',
    reason: 'InstanceDeletionCompleted',
    message: 'removed all instances',
  })
