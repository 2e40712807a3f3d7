import { readSaved } from '#ui/model/saved.ts'

interface KeptByConfig {
  readonly drafts: Readonly<Record<string, string>>
}

const nothing: KeptByConfig = { drafts: {} }

/** Returns the draft of the authorization file that the Config room saved; `null` for none. [AR16] */
export function readAuthorizationDraft(): string | null {
  const { drafts } = readSaved('config', nothing)
  const text = Object.hasOwn(drafts, 'authorization') ? drafts['authorization'] : undefined
  return typeof text === 'string' ? text : null
}
