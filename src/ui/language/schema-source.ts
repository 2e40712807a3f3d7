import { groupVersionPath } from '#ui/model/discovery.ts'
import { withOwnExtensions } from '#ui/model/names/vocabulary.ts'

interface Index {
  readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>
}

interface GroupVersion {
  readonly group: string
  readonly version: string
}

export interface SchemaSource {
  /**
   * Returns the id of the OpenAPI document of a group and version, after it was fetched and handed on; `''` when the
   * server has none or cannot be reached, and then the next call asks again.
   */
  documentOf(of: GroupVersion): Promise<string>
  /** Reads the index again before the next call, because the served kinds may have changed. */
  forget(): void
}

/**
 * Fetches OpenAPI documents when they are first needed and keeps them. The index names each document with the hash of its
 * content, so after a change only documents that changed are fetched again. [YE10]
 */
export function createSchemaSource(
  fetcher: typeof fetch,
  learn: (id: string, document: string) => Promise<unknown>,
): SchemaSource {
  let index: Promise<Index | null> | undefined
  const documents = new Map<string, Promise<boolean>>()
  const readIndex = async (): Promise<Index | null> => {
    const text = await textAt(fetcher, '/openapi/v3')
    return text === null ? null : (JSON.parse(text) as Index)
  }
  const fetchOnce = (url: string): Promise<boolean> => {
    const known = documents.get(url)
    if (known !== undefined) return known
    const fetching = textAt(fetcher, url).then(async (text) => {
      if (text === null) documents.delete(url)
      else await learn(url, withOwnExtensions(text))
      return text !== null
    })
    documents.set(url, fetching)
    return fetching
  }
  return {
    async documentOf(of) {
      const reading = (index ??= readIndex())
      const found = await reading
      if (found === null && index === reading) index = undefined
      const name = groupVersionPath(of).slice(1)
      const url = found !== null && Object.hasOwn(found.paths, name) ? found.paths[name]?.serverRelativeURL : undefined
      return url !== undefined && (await fetchOnce(url)) ? url : ''
    },
    forget() {
      index = undefined
    },
  }
}

async function textAt(fetcher: typeof fetch, path: string): Promise<string | null> {
  try {
    const response = await fetcher(path, { headers: { accept: 'application/json' } })
    return response.ok ? await response.text() : null
  } catch (error) {
    // fetch throws a TypeError when the server cannot be reached.
    if (error instanceof TypeError) return null
    throw error
  }
}
