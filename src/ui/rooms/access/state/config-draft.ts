import { readSaved } from '#ui/model/saved.ts'

interface KeptByConfig {
  readonly drafts: Readonly<Record<string, string>>
}

const nothing: KeptByConfig = { drafts: {} }

/** The draft of the authorization file as the Config room keeps it over visits; `null` for none. [AR16] */
export function readAuthorizationDraft(): string | null {
  const { drafts } = readSaved('config', nothing)
  const text = Object.hasOwn(drafts, 'authorization') ? drafts['authorization'] : undefined
  return typeof text === 'string' ? text : null
}
