import type { ClusterInfo } from '#facts/clusters-api.ts'
import type { RunningConfigs } from '#facts/config-api.ts'
import { Refusal } from '#client/refusal.ts'
import { getJson } from '#ui/model/api.ts'
import { groupIn } from '#ui/model/names/vocabulary.ts'
import { countText } from '#ui/model/words.ts'

/** Counts that the list of clusters does not have. */
export interface ClusterContents {
  readonly configs: number
  readonly schemas: number
  readonly secrets: number
}

interface CountedList {
  readonly metadata: { readonly remainingItemCount?: number }
  readonly items: readonly unknown[]
}

const countOf = ({ items, metadata }: CountedList): number => items.length + (metadata.remainingItemCount ?? 0)

/**
 * Counts the configuration files in force, the custom kinds and the Secrets of a cluster; `null` if its server refuses to
 * say. Reading them would start a server that does not run, so only an open cluster is asked. [MC19]
 */
export async function readContents(
  read: typeof fetch,
  { name, vocabulary = 'orch', isOpen }: Pick<ClusterInfo, 'name' | 'vocabulary' | 'isOpen'>,
): Promise<ClusterContents | null> {
  if (!isOpen) return null
  const root = `/clusters/${encodeURIComponent(name)}`
  const extensions = groupIn(vocabulary, 'apiextensions')
  try {
    const [running, schemas, secrets] = await Promise.all([
      getJson<RunningConfigs>(read, `${root}/debug/config`),
      getJson<CountedList>(read, `${root}/apis/${extensions}/v1/customresourcedefinitions?limit=1`),
      getJson<CountedList>(read, `${root}/api/v1/secrets?limit=1`),
    ])
    const configs = running.configs.filter(({ text }) => text !== null).length
    return { configs, schemas: countOf(schemas), secrets: countOf(secrets) }
  } catch (error) {
    if (error instanceof Refusal || error instanceof TypeError) return null
    throw error
  }
}

/** Describes configuration files and schemas. */
export const filesText = ({ configs, schemas }: ClusterContents): string =>
  `${configs} configuration, ${countText(schemas, 'schema')}`

export const secretsText = ({ secrets }: ClusterContents): string =>
  secrets === 0 ? 'none' : `${secrets}, values kept in this browser`
