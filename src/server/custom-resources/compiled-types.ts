import { toApiVersion } from '#api/group-version-resource.ts'
import { type Json, type JsonObject, deepEqual } from '#api/json.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { type ResourceTable, createResourceTable } from '#server/registry/resource-table.ts'
import { compareGroups } from '#server/resources/group-priorities.ts'
import type { CustomResourceDefinition } from '#server/kinds/types/apiextensions-v1.ts'
import { isEstablished } from './conditions.ts'
import { type ConversionPorts, conversionWebhook } from './conversion-webhook.ts'
import { customDefinitions } from './custom-definition.ts'

interface Compiled {
  /** The part of the definition that the types are compiled from. */
  readonly source: JsonObject
  readonly isTerminating: boolean
  readonly types: readonly ResourceDefinition[]
  readonly retirement: AbortController
}

const none: readonly ResourceDefinition[] = []

/**
 * Compiles the types of definitions and keeps the table of all types, the built-in ones included. A write of a definition
 * that does not change its types, such as most writes of its status, costs nothing that grows with the number of definitions.
 */
export class CompiledTypes {
  table: ResourceTable
  readonly #builtIn: () => readonly ResourceDefinition[]
  readonly #conversions: ConversionPorts
  readonly #compiled = new Map<string, Compiled>()
  /** The types of each definition; none while its names are not accepted. */
  readonly #served = new Map<string, readonly ResourceDefinition[]>()
  #isCurrent = true

  constructor(builtIn: () => readonly ResourceDefinition[], conversions: ConversionPorts) {
    this.#builtIn = builtIn
    this.#conversions = conversions
    this.table = createResourceTable(builtIn())
  }

  set(crd: CustomResourceDefinition): void {
    const { name = '' } = crd.metadata
    const types = isEstablished(crd) ? this.#compile(crd) : none
    if (types !== (this.#served.get(name) ?? none)) this.#isCurrent = false
    this.#served.set(name, types)
  }

  delete(name: string): void {
    this.#compiled.get(name)?.retirement.abort()
    this.#compiled.delete(name)
    if ((this.#served.get(name) ?? none) !== none) this.#isCurrent = false
    this.#served.delete(name)
  }

  /** Forgets definitions that are not in `names`. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const name of this.#served.keys()) if (!names.has(name)) this.delete(name)
  }

  /** Makes the table anew if a type was added, changed or removed since the last time. */
  refresh(): void {
    if (!this.#isCurrent) this.rebuild()
  }

  /** Makes the table anew, for built-in types that have changed. */
  rebuild(): void {
    const builtIn = this.#builtIn()
    const taken = new Set(builtIn.map(toApiVersion))
    // A definition of a built-in group and version is not served. [CRD22]
    const others = [...this.#served.values()].flat().filter((type) => !taken.has(toApiVersion(type)))
    this.table = createResourceTable([...builtIn, ...others.toSorted(byGroup)])
    this.#isCurrent = true
  }

  /**
   * Compiles the types. While spec and names are unchanged, the types are reused, so that their watches continue.
   * [CRD20]
   */
  #compile(crd: CustomResourceDefinition): readonly ResourceDefinition[] {
    const { name = '', deletionTimestamp } = crd.metadata
    const source = { spec: crd.spec as Json, names: crd.status?.acceptedNames as Json }
    const isTerminating = deletionTimestamp !== undefined
    const found = this.#compiled.get(name)
    const isSame = found !== undefined && deepEqual(found.source, source)
    if (isSame && found.isTerminating === isTerminating) return found.types
    const retirement = isSame ? found.retirement : new AbortController()
    const convert = conversionWebhook(crd, this.#conversions)
    const types = customDefinitions(crd, { convert }).map((type) => ({ ...type, retired: retirement.signal }))
    this.#compiled.set(name, { source, isTerminating, types, retirement })
    if (!isSame) found?.retirement.abort()
    return types
  }
}

/** Sorts types by group: custom groups follow the built-in ones. [DI9] */
const byGroup = (a: ResourceDefinition, b: ResourceDefinition): number => compareGroups(a.group, b.group)
