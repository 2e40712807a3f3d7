import {
  child,
  duplicate,
  type FieldError,
  type FieldPath,
  index,
  invalid,
  required,
  tooLong,
  tooMany,
} from '#api/field-error.ts'
import type { Json } from '#api/json.ts'
import { byteLength, cIdentifier, dns1123Subdomain } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { validateDriverName } from '#server/resources/parts/pod-spec/volumes/cloud-volumes.ts'

interface ItemRules<Item> {
  readonly max: number
  readonly check: (item: Item, path: FieldPath) => readonly FieldError[]
}

/** Validates each item, then the number of items. */
export const validateItems = <Item>(
  items: readonly Item[],
  { max, check }: ItemRules<Item>,
  path: FieldPath,
): readonly FieldError[] => [
  ...items.flatMap((item, at) => check(item, index(path, at))),
  ...(items.length > max ? [tooMany(path, items.length, max)] : []),
]

interface SetRules<Item> extends ItemRules<Item> {
  /** Returns the value that must be unique. `keyName` is its field, `''` if it is the item itself. */
  readonly key: (item: Item) => Json
  readonly keyName: string
}

/** Validates each item and that none occurs twice. */
export function validateSet<Item>(
  items: readonly Item[],
  rules: SetRules<Item>,
  path: FieldPath,
): readonly FieldError[] {
  const seen = new Set<string>()
  const repeated = items.flatMap((item, at) => {
    const value = rules.key(item)
    const text = JSON.stringify(value)
    const here = index(path, at)
    const errors = seen.has(text) ? [duplicate(rules.keyName === '' ? here : child(here, rules.keyName), value)] : []
    seen.add(text)
    return errors
  })
  return [...validateItems(items, rules, path), ...repeated]
}

const idBytesMax = 32
const poolBytesMax = 253

function validateIdentifier(id: string, path: FieldPath): readonly FieldError[] {
  return [
    ...(byteLength(id) > idBytesMax ? [tooLong(path, idBytesMax)] : []),
    ...cIdentifier(id).map((text) => invalid(path, id, text)),
  ]
}

/** Validates a C identifier with an optional domain. */
export function validateQualifiedName(name: string, path: FieldPath): readonly FieldError[] {
  if (name === '') return [required(path, 'name required')]
  const [first = '', second, ...more] = name.split('/')
  if (second === undefined) return validateIdentifier(first, path)
  // The reference does not validate names with more slashes further.
  if (more.length > 0) return []
  return [
    ...(first === '' ? [required(path, 'the domain must not be empty')] : validateDriverName(first, path)),
    ...(second === '' ? [required(path, 'the name must not be empty')] : validateIdentifier(second, path)),
  ]
}

/** Validates DNS subdomains separated by slashes. */
export function validatePoolName(name: string, path: FieldPath): readonly FieldError[] {
  if (name === '') return [required(path)]
  return [
    ...(byteLength(name) > poolBytesMax ? [tooLong(path, poolBytesMax)] : []),
    ...name.split('/').flatMap((part) => checkText(part, path, dns1123Subdomain)),
  ]
}
