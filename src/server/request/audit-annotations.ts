import { qualifiedName } from '#api/names.ts'

/** What stages of a request note for its audit, by key. [DA11] */
export interface AuditAnnotations {
  /** The first value of a key stays; a key that is no domain, slash and name is not taken. */
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
