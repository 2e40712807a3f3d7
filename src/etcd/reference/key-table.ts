import { toGroupResource } from '#api/group-version-resource.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { objectKey, parseObjectKey } from '#server/storage/keys.ts'

/** The keys of the original: `/registry/deployments/default/web`, without the group of a built-in type. [ETC12] */
export class KeyTable {
  readonly #prefix: string
  readonly #byGroupResource = new Map<string, ResourceDefinition>()
  readonly #byPath = new Map<string, ResourceDefinition>()

  /** `prefix` ends in a slash. */
  constructor(prefix: string, definitions: readonly ResourceDefinition[]) {
    this.#prefix = prefix
    for (const definition of definitions) {
      if (!isStored(definition)) continue
      this.#byGroupResource.set(toGroupResource(definition), definition)
      this.#byPath.set(pathOf(definition), definition)
    }
  }

  /** Returns the built-in type of a key of the log; `null` for custom types. */
  ownerOf(key: string): ResourceDefinition | null {
    const parsed = parseObjectKey(key)
    return parsed === null ? null : (this.#byGroupResource.get(toGroupResource(parsed)) ?? null)
  }

  /** Returns the key of etcd for a key of the log. */
  toEtcd(key: string): string {
    const parsed = parseObjectKey(key)
    if (parsed === null) return this.#prefix + key.slice(1)
    const { group, resource, namespace, name } = parsed
    const owner = this.#byGroupResource.get(toGroupResource(parsed))
    const path = owner === undefined ? `${group}/${resource}` : pathOf(owner)
    return `${this.#prefix}${path}/${namespace === '' ? '' : `${namespace}/`}${name}`
  }

  /** Returns the key of the log, `null` for what is no object that this server knows. */
  fromEtcd(etcdKey: string): string | null {
    const [first = '', second = '', ...rest] = etcdKey.slice(this.#prefix.length).split('/')
    const nested = this.#byPath.get(`${first}/${second}`)
    if (nested !== undefined) return placed(nested, rest)
    const owner = this.#byPath.get(first)
    if (owner !== undefined) return placed(owner, [second, ...rest])
    // Custom types belong to groups with a dot, and no built-in type has one in its name.
    if (!first.includes('.') || rest.length === 0 || rest.length > 2) return null
    const [namespace = '', name = ''] = rest.length === 2 ? rest : ['', ...rest]
    return objectKey({ group: first, resource: second, namespace, name })
  }
}

function placed(owner: ResourceDefinition, parts: readonly string[]): string | null {
  const { group, resource, namespaced } = owner
  if (parts.length !== (namespaced ? 2 : 1)) return null
  const [namespace = '', name = ''] = namespaced ? parts : ['', ...parts]
  return objectKey({ group, resource, namespace, name })
}

/** Reports whether the objects of a type have keys of their own: those of other versions have the keys of one version. */
const isStored = ({ storage, virtual, computed }: ResourceDefinition): boolean =>
  storage === undefined && virtual === undefined && computed === undefined

const pathOf = ({ resource, shownKey = resource }: ResourceDefinition): string => shownKey
