import type { ApiObject } from '#api/object-meta.ts'

/** Returns metadata without the annotations that are fields in the reference's internal types. [WL16] */
export const withoutAnnotations =
  (...names: readonly string[]) =>
  ({ metadata }: ApiObject): ApiObject['metadata'] => {
    const { annotations, ...rest } = metadata
    if (annotations === undefined || !names.some((name) => Object.hasOwn(annotations, name))) return metadata
    const kept = Object.entries(annotations).filter(([name]) => !names.includes(name))
    return kept.length === 0 ? rest : { ...metadata, annotations: Object.fromEntries(kept) }
  }
