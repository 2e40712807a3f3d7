import { qualifiedName } from '#api/names.ts'

/** Collects the audit annotations of a request, by key. [DA11] */
export interface AuditAnnotations {
  /** Adds an annotation. The first value of a key is kept; a key that is not of the form domain/name is ignored. */
  add(key: string, value: string): void
  all(): Readonly<Record<string, string>>
}

export function createAuditAnnotations(): AuditAnnotations {
  let notes: Map<string, string> | null = null
  return {
    add(key, value) {
      if (qualifiedName(key).length > 0 || !key.includes('/')) return
      notes ??= new Map()
      if (!notes.has(key)) notes.set(key, value)
    },
    all: () => Object.fromEntries(notes ?? []),
  }
}
