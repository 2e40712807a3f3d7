import { own } from '#api/json.ts'
import { type GroupTypes, knownGroups, type TypeTexts } from '#server/kinds/group-types.ts'
import { commonText, listMetadataText, textByName } from './common-texts.ts'

/** Descriptions of types and fields, all of them our own words. [OA8] */
export interface Texts {
  /** Returns the description of a type by its full name, such as `apps.v1.Deployment`; `''` if there is none. */
  ofType(typeName: string): string
  /** Returns the description of a field; `''` if there is none. */
  ofField(typeName: string, field: string): string
}

/** Loads the descriptions of the group versions that are known: those of the kinds that this program can serve. */
export async function loadTexts(groups: readonly GroupTypes[] = knownGroups()): Promise<Texts> {
  const files = await Promise.all(groups.map(({ texts }) => texts()))
  return new LoadedTexts(new Map(files.flatMap((file) => Object.entries(file.default))))
}

/** Types whose fields have no descriptions; the original has none either. */
const undescribed = new Set(['apiextensions.v1.JSONSchemaProps'])

class LoadedTexts implements Texts {
  /** By the name of the type without its version, because its versions share their descriptions. */
  readonly #byType: ReadonlyMap<string, TypeTexts>

  constructor(byType: ReadonlyMap<string, TypeTexts>) {
    this.#byType = byType
  }

  #textsOf(typeName: string): TypeTexts | undefined {
    return this.#byType.get(typeName.replace(/\.v[0-9a-z]+\./, '.'))
  }

  ofType(typeName: string): string {
    const found = own(this.#textsOf(typeName), '')
    if (found !== undefined) return found
    const name = typeName.slice(typeName.lastIndexOf('.') + 1)
    const item = name.endsWith('List') ? own(this.#textsOf(typeName.slice(0, -'List'.length)), '') : undefined
    return item === undefined ? '' : `${name} is a list of ${name.slice(0, -'List'.length)} objects.`
  }

  ofField(typeName: string, field: string): string {
    const found = own(this.#textsOf(typeName), field)
    if (found !== undefined) return found
    if (typeName.endsWith('List') && field === 'metadata') return listMetadataText
    if (typeName.endsWith('List') && field === 'items') return 'The objects.'
    const text = commonText(field)
    if (text !== '') return text
    return undescribed.has(typeName) ? '' : textByName(field)
  }
}
