import type { ApiObject } from '#api/object-meta.ts'
import { pathDifferences, type PathDifference } from './merge-edit.ts'

/** Fields that each write or each creation sets anew. */
const quiet = new Set([
  'metadata.resourceVersion',
  'metadata.generation',
  'metadata.uid',
  'metadata.creationTimestamp',
  'status.observedGeneration',
])

/** Returns the fields that differ, without those that every write changes. */
export const contentDifferences = (before: ApiObject, after: ApiObject): readonly PathDifference[] =>
  pathDifferences(before, after).filter(({ path }) => !quiet.has(path) && !path.startsWith('metadata.managedFields'))
