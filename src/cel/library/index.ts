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

/** Functions that every expression may call. To add a library, add a file here and a line to this list. */
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

/** Functions that only stored expressions may call, because this version of the reference introduced them. */
export const newestLibraries: readonly Library[] = [newestListLibrary]
