import { type Dialect, dialectNamed, dialectOf } from '#config/dialect.ts'
import type { ConfigKind, KindName } from '#config/kinds/config-field.ts'
import { configKind, configKinds } from '#config/kinds/kinds.ts'

/** Returns the kind and spelling of a text that is still being written: by apiVersion and kind, else by its fields. */
export function kindOfText(
  text: string,
  wanted?: KindName,
): { readonly kind: ConfigKind | undefined; readonly dialect: Dialect } {
  const said = (name: string): string =>
    new RegExp(`^[ {,"]*${name}"?:[ \\t]*["']?([A-Za-z0-9./-]+)`, 'm').exec(text)?.[1] ?? ''
  const dialect = dialectNamed(dialectOf(said('apiVersion')))
  const kind = configKind(wanted ?? said('kind')) ?? configKinds.find((each) => hasField(text, each))
  return { kind, dialect }
}

/** Names come from our own tables, so they need no escaping in a pattern. */
const hasField = (text: string, kind: ConfigKind): boolean =>
  kind.root.fields.some((field) => new RegExp(`^[ {,"]*${field.name}"?:`, 'm').test(text))
