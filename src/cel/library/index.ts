import { addressLibrary } from './addresses.ts'
import { authorizerLibrary } from './authorizers.ts'
import { conversionLibrary } from './conversions.ts'
import type { Library } from './declare.ts'
import { formatLibrary } from './formats.ts'
import { listLibrary, setLibrary } from './lists.ts'
import { newestListLibrary } from './newest-lists.ts'
import { operatorLibrary } from './operators.ts'
import { optionalLibrary } from './optionals.ts'
import { quantityLibrary } from './quantities.ts'
import { regexLibrary } from './regex.ts'
import { semverLibrary } from './semver.ts'
import { stringLibrary } from './strings.ts'
import { timeLibrary } from './time.ts'
import { urlLibrary } from './urls.ts'

/** What every expression may call. A new library is a file here and a line in this list. */
export const libraries: readonly Library[] = [
  operatorLibrary,
  conversionLibrary,
  timeLibrary,
  stringLibrary,
  optionalLibrary,
  regexLibrary,
  listLibrary,
  setLibrary,
  urlLibrary,
  addressLibrary,
  quantityLibrary,
  semverLibrary,
  formatLibrary,
  authorizerLibrary,
]

/** What only expressions that are stored already may call: this version of the reference brought them. */
export const newestLibraries: readonly Library[] = [newestListLibrary]
